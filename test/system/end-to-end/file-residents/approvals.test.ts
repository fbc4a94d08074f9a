import { getQuestion, type PersonsWord, type RunState, replayLog } from '@agent-home/agent-runtime';
import { objectKey } from '@agent-home/protocol';
import { answerRun } from '@agent-home/runtime-node';
import { TopicSession } from '@agent-home/runtime-node/resident';
import type { AgentHome } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { actor } from '../../runtime/support/interrupted.ts';
import { textAt } from '../tamper/bucket-and-database.ts';
import { getFile, openStage, type ResidentStage } from './resident-stage.ts';

const script = `
rules:
  - when: { after: { tool: act } }
    answer: I have acted.
  - when: { user: quiet }
    answer: I have looked.
  - when: { user: topic }
    answer: { calls: [{ tool: act, arguments: {} }] }
`;
const file = () => getFile('lamp', '{ allow: [home.read, act] }');
const { provider, acted } = actor({});
const now = () => new Date().toISOString();

let home: TestHome;
let stage: ResidentStage;
let lamp: AgentHome;

beforeAll(async () => {
  home = await startHome();
  const operator = { autoApprove: ['home.*'], approvalExpiresMs: 3_600_000 };
  stage = await openStage(home, { script, providers: [provider], operator });
  lamp = await sdkAgent(home, 'lamp', { cache: { freshSeconds: 0, staleSeconds: 0 } });
  for (const topic_id of ['loud', 'quiet'])
    await home.admin('POST', '/v1/admin/topics', {
      topic_id,
      title: topic_id,
      visibility: 'public',
      mode: 'freeform',
    });
  for (const topic of ['loud', 'quiet']) await eventually(() => lamp.enterTopic(topic), 20_000);
  await eventually(() => lamp.card('lamp'), 20_000);
});
afterAll(async () => {
  await lamp.close();
  await stage.close();
  await home.close();
});

/** Opens a session of the resident, as long-lived as its process. */
async function session(topicId: string, agent = lamp) {
  const stopping = new AbortController();
  const told: Record<string, unknown>[] = [];
  const ports = {
    ...stage.ports(agent, file),
    signal: stopping.signal,
    log: (message: string, facts: Record<string, unknown>) => void told.push({ message, ...facts }),
  };
  const opened = new TopicSession(await lamp.enterTopic(topicId), ports);
  const wake = () => opened.wake({ kind: 'arrival', topicId });
  const stop = () => stopping.abort();
  onTestFinished(stop);
  return { opened, wake, stop, told };
}

function answer(runId: string, state: RunState, word: PersonsWord['word']) {
  const question = getQuestion(state);
  if (!question) throw new Error('no approval is requested');
  const { id: questionId, data } = question;
  const given = { questionId, argumentsSha256: data.arguments_sha256, word, name: 'grace', reason: '' };
  return answerRun(stage.store, runId, { word: given, now });
}

async function getState(runId: string): Promise<RunState> {
  const { lines, value } = await stage.store.read(runId);
  return replayLog(lines, value).state;
}

const answered = (runId: string) =>
  eventually(async () => expect((await getState(runId)).ended?.status).toBe('answered'));
/** Waits until no process runs this run. */
const left = (runId: string) =>
  eventually(async () => expect(await stage.store.writer(runId)).toBeUndefined());

describe('a resident that waits for a person', () => {
  test('a waiting resident works elsewhere and resumes', async () => {
    acted.length = 0;
    const [loud, quiet] = [await session('loud'), await session('quiet')];
    const { runId, state } = await loud.wake();
    expect([state.ended, getQuestion(state)?.data.tool]).toEqual([undefined, 'act']);
    expect(loud.told[0]).toMatchObject({ message: 'a person is asked', run: runId, tool: 'act' });
    expect((await quiet.wake()).state.ended?.answer).toBe('I have looked.');
    expect(await answer(runId, state, 'approve')).toEqual({ to: 'process' });
    await answered(runId);
    expect(acted).toHaveLength(1);
  });

  test('a restarted resident resumes its answered runs', async () => {
    acted.length = 0;
    const before = await session('loud');
    const [first, second] = [await before.wake(), await before.wake()];
    before.stop();
    await Promise.all([left(first.runId), left(second.runId)]);
    expect(await answer(first.runId, first.state, 'approve')).toMatchObject({ to: 'log' });
    const after = await session('loud');
    await after.opened.recover('lamp');
    await answered(first.runId);
    expect(await answer(second.runId, second.state, 'approve')).toEqual({ to: 'process' });
    await answered(second.runId);
    expect(acted).toHaveLength(2);
  });

  test('a topic has at most three waiting runs', async () => {
    acted.length = 0;
    const { wake } = await session('loud');
    const waiting = [await wake(), await wake(), await wake()];
    expect((await wake()).state.ended?.code).toBe('approval_unavailable');
    for (const { runId, state } of waiting) await answer(runId, state, 'deny');
    for (const { runId } of waiting) await answered(runId);
    expect((await wake()).state.ended).toBeUndefined();
    expect(acted).toEqual([]);
  });

  test('an answered run waits for an absent home', async () => {
    acted.length = 0;
    let isAway = false;
    const away = async () => {
      throw new Error('the home is away');
    };
    const seen = new Proxy(lamp, {
      get(target, name) {
        if (name === 'card' && isAway) return away;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const { wake, told } = await session('loud', seen);
    const { runId, state } = await wake();
    isAway = true;
    await answer(runId, state, 'approve');
    await eventually(() =>
      expect(told.at(-1)).toMatchObject({ message: 'a run with its answer waits for the home' }),
    );
    expect(acted).toEqual([]);
    isAway = false;
    await answered(runId);
    expect(acted).toHaveLength(1);
  });

  test('a resident with a changed card ignores approvals', async () => {
    acted.length = 0;
    const { wake, told } = await session('loud');
    const { runId, state } = await wake();
    const { store } = home.open.platform;
    const key = objectKey('agent_card', { agent_id: 'lamp' });
    const certified = await textAt(store, key);
    const changed = new TextEncoder().encode(certified.replace('Tester', 'Jester'));
    await store.put(key, changed, { contentType: 'application/json' });
    await answer(runId, state, 'approve');
    await eventually(() =>
      expect(told.at(-1)).toMatchObject({ run: runId, err: { code: 'identity_not_verified' } }),
    );
    await left(runId);
    expect([acted, (await getState(runId)).waiting.for]).toEqual([[], 'resumption']);
  });
});
