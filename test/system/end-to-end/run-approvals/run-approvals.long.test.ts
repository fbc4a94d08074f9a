import { getQuestion, type PersonsWord, type RunState, replayLog } from '@agent-home/agent-runtime';
import { objectKey } from '@agent-home/protocol';
import { answerRun } from '@agent-home/runtime-node';
import { HomeApprovals, TopicSession } from '@agent-home/runtime-node/resident';
import type { AgentHome } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { approvalOf } from '../../../support/approval-request.ts';
import { eventually } from '../../../support/eventually.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { actor } from '../../runtime/support/interrupted.ts';
import { getFile, openStage, type ResidentStage } from '../file-residents/resident-stage.ts';
import { textAt } from '../tamper/bucket-and-database.ts';

const script = `
rules:
  - when: { after: { tool: act } }
    answer: I have acted.
  - when: { user: topic }
    answer: { calls: [{ tool: act, arguments: {} }] }
`;
const file = () => getFile('lamp', '{ allow: [home.read, act] }');
const { provider, acted } = actor({});

let home: TestHome;
let stage: ResidentStage;
let lamp: AgentHome;
let other: AgentHome;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  home = await startHome();
  const operator = {
    autoApprove: ['home.*'],
    approvalExpiresMs: 3_600_000,
    approvalsBy: 'home' as const,
  };
  stage = await openStage(home, { script, providers: [provider], operator });
  for (const owner of ['grace', 'mallory']) {
    await home.admin('POST', '/v1/admin/owners', { owner_id: owner, name: owner });
    tokens[owner] = await newToken({ role: 'owner', owner_id: owner, label: owner });
  }
  const cache = { freshSeconds: 0, staleSeconds: 0 };
  lamp = await sdkAgent(home, 'lamp', { cache }, tokens.grace);
  other = await sdkAgent(home, 'other', { cache }, tokens.mallory);
  const topic = { topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  await eventually(() => lamp.enterTopic('hall'), 20_000);
  await eventually(() => lamp.card('lamp'), 20_000);
});
afterAll(async () => {
  await Promise.all([lamp.close(), other.close()]);
  await stage.close();
  await home.close();
});

async function newToken(body: object): Promise<string> {
  return String((await home.admin('POST', '/v1/admin/tokens', body)).token);
}

/** Calls the API with an owner's token; returns the response, also one that refuses. */
async function as(token: string, method: string, path: string, body?: object) {
  const response = await fetch(new URL(path, home.url), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

interface Shown {
  approval_id: string;
  run_id: string;
  arguments: string;
  arguments_sha256: string;
  state: string;
  may_decide: boolean;
}

async function pending(owner = 'grace'): Promise<Shown[]> {
  return (await as(tokens[owner] ?? '', 'GET', '/v1/approvals?state=pending')).body.items;
}

const pathOf = ({ approval_id }: Shown, agent = 'lamp') =>
  `/v1/agents/${agent}/approvals/${approval_id}/decision`;

function decide(shown: Shown, changes: object = {}, token = tokens.grace ?? '') {
  const { arguments_sha256 } = shown;
  return as(token, 'POST', pathOf(shown), { decision: 'approve', arguments_sha256, ...changes });
}

/** Starts a run that waits for an approver in the home. */
async function wake() {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const log: Record<string, unknown>[] = [];
  const tell = (message: string, facts: Record<string, unknown>) => void log.push({ message, ...facts });
  const approvals = new HomeApprovals({ home: lamp, log: tell, stopping: stopping.signal });
  const ports = { ...stage.ports(lamp, file), approvals, signal: stopping.signal, log: tell };
  const session = new TopicSession(await lamp.enterTopic('hall'), ports);
  const begin = () => session.wake({ kind: 'arrival', topicId: 'hall' });
  const { runId, state } = await begin();
  const shown = await eventually(async () => {
    const found = (await pending()).find(({ run_id }) => run_id === runId);
    if (!found) throw new Error('the question is not in the home');
    return found;
  }, 20_000);
  return {
    runId,
    state,
    shown,
    stopping,
    log,
    session,
    begin,
    notify: () => approvals.notify(shown.approval_id),
  };
}

async function getState(runId: string): Promise<RunState> {
  const { lines, value } = await stage.store.read(runId);
  return replayLog(lines, value).state;
}
const ended = (runId: string, status: string) =>
  eventually(async () => expect((await getState(runId)).ended?.status).toBe(status), 30_000);

function answerHere(runId: string, state: RunState, changes: Partial<PersonsWord> = {}) {
  const question = getQuestion(state);
  if (!question) throw new Error('no approval is requested');
  const { id: questionId, data } = question;
  const word = {
    questionId,
    argumentsSha256: data.arguments_sha256,
    word: 'approve' as const,
    name: 'x',
    reason: '',
  };
  return answerRun(stage.store, runId, {
    word: { ...word, ...changes },
    now: () => new Date().toISOString(),
  });
}

describe('approvals in the home', () => {
  test('an owner approves a call in the home, certified for that call', async () => {
    acted.length = 0;
    const { runId, state, shown, notify } = await wake();
    expect([state.ended, shown.arguments, shown.may_decide]).toEqual([undefined, '{}', true]);
    const decided = await decide(shown, { reason: 'Reviewed.' });
    expect([decided.status, decided.body.state]).toEqual([200, 'approved']);
    await eventually(async () => {
      notify();
      expect((await getState(runId)).ended?.status).toBe('answered');
    }, 30_000);
    expect(acted).toHaveLength(1);
    const { lines } = await stage.store.read(runId);
    const record = lines.map((line) => JSON.parse(line)).find(({ type }) => type === 'approval.decided');
    const key = objectKey('run_approval', { agent_id: 'lamp', approval_id: shown.approval_id });
    const certified = await textAt(home.open.platform.store, key);
    expect(JSON.parse(certified)).toMatchObject({ run_id: runId, decision: 'approve', reason: 'Reviewed.' });
    expect(record.data.by).toEqual({
      kind: 'person',
      name: 'grace',
      via: 'home',
      certificate: {
        object_key: key,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        approvers: [{ role: 'owner', id: 'grace' }],
      },
    });
    const acts = await home.admin('GET', '/v1/admin/audit/acts?action=agent.approval');
    expect(acts).toMatchObject({
      items: [{ target: 'agents/lamp', details: { approval_id: shown.approval_id, decision: 'approve' } }],
    });
  });

  test('a denial in the home ends the call', async () => {
    acted.length = 0;
    const { runId, shown, notify } = await wake();
    expect((await decide(shown, { decision: 'deny' })).body.state).toBe('denied');
    await eventually(async () => {
      notify();
      expect((await getState(runId)).ended).toBeDefined();
    }, 30_000);
    expect(acted).toEqual([]);
  });

  test('no other answer opens a call that the home decides', async () => {
    acted.length = 0;
    const { runId, state, shown } = await wake();
    const revoked = await newToken({ role: 'owner', owner_id: 'grace', label: 'old' });
    const { items } = (await home.admin('GET', '/v1/admin/tokens')) as {
      items: { label: string; token_id: string }[];
    };
    const old = items.find(({ label }) => label === 'old');
    await home.admin('DELETE', `/v1/admin/tokens/${old?.token_id}`);
    const narrow = await newToken({ role: 'owner', owner_id: 'grace', label: 'cards', scopes: ['cards'] });
    const foreign = { ...shown, approval_id: `ask_${'1'.repeat(32)}` };
    const results = {
      'other arguments': (await decide(shown, { arguments_sha256: 'a'.repeat(64) })).status,
      'a pattern for other calls': (await decide(shown, { allow: 'Bash(git status)' })).status,
      'another call': (await decide(foreign)).status,
      'the agent of another owner': (await decide(shown, {}, tokens.mallory)).status,
      'an admin without permission of the owner': (await decide(shown, {}, home.secrets.adminToken)).status,
      'a revoked token': (await decide(shown, {}, revoked)).status,
      'a token without the scope': (await decide(shown, {}, narrow)).status,
    };
    expect(results).toEqual({
      'other arguments': 422,
      'a pattern for other calls': 422,
      'another call': 404,
      'the agent of another owner': 404,
      'an admin without permission of the owner': 403,
      'a revoked token': 401,
      'a token without the scope': 403,
    });
    // An answer of a local command is handed to the process, which ignores it.
    await answerHere(runId, state).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect([(await getState(runId)).waiting.for, acted]).toEqual(['approval', []]);
    expect((await pending('mallory')).length).toBe(0);
    await decide(shown, { decision: 'deny' });
    expect((await decide(shown)).status).toBe(409);
  });

  test('a certified decision on another call is ignored', async () => {
    acted.length = 0;
    const { runId, shown } = await wake();
    const second = await wake();
    await decide(second.shown);
    const key = (approvalId: string) =>
      objectKey('run_approval', { agent_id: 'lamp', approval_id: approvalId });
    const { store } = home.open.platform;
    const certified = await eventually(() => textAt(store, key(second.shown.approval_id)), 20_000);
    await store.put(key(shown.approval_id), new TextEncoder().encode(certified), {
      contentType: 'application/json',
    });
    await expect(lamp.approval(shown.approval_id)).rejects.toThrow(
      expect.objectContaining({ code: 'wrong_object_key' }),
    );
    await ended(second.runId, 'answered');
    expect([(await getState(runId)).waiting.for, acted.length]).toEqual(['approval', 1]);
  });

  test('a high risk waits for two approvers where the owner requires two', async () => {
    const rules = { admins_may_decide: true, two_for_high_risk: true };
    const token = tokens.grace ?? '';
    expect((await as(token, 'PUT', '/v1/agents/lamp/approver-rules', rules)).status).toBe(200);
    const question = approvalOf(`ask_${'2'.repeat(32)}`, { run_id: 'run_two', risk: 'high' });
    await lamp.requestApproval(question);
    expect(await lamp.requestApproval(question)).toMatchObject({ state: 'pending' });
    await expect(lamp.requestApproval({ ...question, tool: 'other' })).rejects.toThrow();
    const shown = (await pending()).find(({ run_id }) => run_id === 'run_two');
    if (!shown) throw new Error('the question is missing');
    expect((await decide(shown)).body).toMatchObject({ state: 'pending', needed: 2 });
    expect((await decide(shown)).status).toBe(409);
    const second = await decide(shown, {}, home.secrets.adminToken);
    expect(second.body).toMatchObject({
      state: 'approved',
      decided_by: [{ role: 'owner' }, { role: 'admin' }],
    });
    const view = await eventually(async () => {
      const found = await lamp.approval(shown.approval_id);
      if (!found) throw new Error('not published yet');
      return found;
    }, 20_000);
    expect(view.approval.decided_by.map(({ role }) => role)).toEqual(['owner', 'admin']);
    await as(token, 'PUT', '/v1/agents/lamp/approver-rules', {
      admins_may_decide: false,
      two_for_high_risk: false,
    });
  });

  test('a pattern approves further calls of the session', async () => {
    acted.length = 0;
    const { runId, shown, begin } = await wake();
    expect((await decide(shown, { allow: 'act' })).status).toBe(200);
    await ended(runId, 'answered');
    const again = await begin();
    expect([again.state.ended?.status, acted.length]).toEqual(['answered', 2]);
  });

  test('a pending call is among the pending items of its owner', async () => {
    const { shown } = await wake();
    const waiting = async (owner: string) =>
      (await as(tokens[owner] ?? '', 'GET', '/v1/owner/home')).body.waiting.filter(
        ({ kind }: { kind: string }) => kind === 'run_approval',
      );
    const id = `run_approval/lamp/${shown.approval_id}`;
    expect(await waiting('grace')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, agent_id: 'lamp', text: 'act', until: expect.any(String) }),
      ]),
    );
    expect(await waiting('mallory')).toEqual([]);
    await decide(shown, { decision: 'deny' });
    expect((await waiting('grace')).map((one: { id: string }) => one.id)).not.toContain(id);
  });

  test('an agent cannot fill the list of its owner', async () => {
    const at = (number: number) => approvalOf(`ask_${String(number).padStart(32, '0')}`);
    for (let number = 0; number < 50; number++) await other.requestApproval(at(number));
    await expect(other.requestApproval(at(50))).rejects.toThrow(
      expect.objectContaining({ code: 'rate_limited' }),
    );
    const withdrawn = await other.withdrawApproval(at(0).approval_id);
    expect(withdrawn.state).toBe('withdrawn');
    expect(await other.requestApproval(at(50))).toMatchObject({ state: 'pending' });
  });
});
