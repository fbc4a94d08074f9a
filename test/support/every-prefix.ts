import { sha256Hex } from '@agent-home/protocol';
import { approvalOf } from './approval-request.ts';
import { joinApproval, joinRequest, openApprovalCircle, requestIs } from './circles.ts';
import { judged, published } from './ledger.ts';
import { denyShell } from './policy-texts.ts';
import { type AskedGrant, getId, type IssuedCredential, json, RawAgent } from './raw-agent.ts';
import type { TestHome } from './start-home.ts';

/** Puts an object as the holder of a credential: the store's own client does it. */
export type PutAs = (
  agent: RawAgent,
  credential: IssuedCredential,
  key: string,
  bytes: Buffer,
) => Promise<unknown>;

/** Written key with the outcomes of its event and, if the key is removed, of the removal. */
export interface WrittenKey {
  key: string;
  outcomes: readonly string[];
}

const ours = ['own_write', 'check', 'checked'] as const;

const promptBundle = {
  base_prompt: 'You are ada.',
  scenarios: [{ scenario_id: 'greet', template: 'Greet.', presets: [] }],
};

/**
 * Writes under every prefix of the bucket's layout as the actors of a live home do: the platform publishes,
 * agents put with the credentials they are given. Returns the keys.
 */
export async function writeEverywhere(home: TestHome, putAs: PutAs): Promise<WrittenKey[]> {
  const [ada, mod] = [await RawAgent.admitted(home, 'ada'), await RawAgent.admitted(home, 'mod')];
  const put = async (agent: RawAgent, grant: AskedGrant, document: (key: string) => unknown) => {
    const { credentials, denied } = await agent.ask(grant);
    const [credential] = credentials;
    if (!credential) throw new Error(`${grant.type} was denied: ${denied[0]?.code}`);
    const prefix = credential.prefixes[0]?.prefix;
    const key = prefix === undefined ? (credential.keys[0]?.key ?? '') : `${prefix}index.json`;
    const bytes = json(document(key));
    await putAs(agent, credential, key, bytes);
    return { key, bytes, credential };
  };
  const heartbeat = await put(ada, { type: 'heartbeat_write' }, () => ({}));
  await home.admin('PUT', '/v1/agents/ada/prompt-bundle', promptBundle);
  await home.admin('PUT', '/v1/agents/ada/policies', { policies: [{ text: denyShell }] });
  const question = approvalOf(`ask_${'0'.repeat(32)}`);
  await ada.call('POST', '/v1/approvals', question);
  await home.admin('POST', `/v1/agents/ada/approvals/${question.approval_id}/decision`, {
    decision: 'approve',
    arguments_sha256: question.arguments_sha256,
  });
  const circle = await writeInCircle(home, { ada, mod }, put);
  const topic = await writeInTopic(home, ada, put);
  await home.admin('POST', '/v1/admin/tasks', { task_id: 'work', title: 'Work', visibility: 'public' });
  await published(home);
  const task = { type: 'task_write', task_id: 'work' };
  const index = await put(ada, task, () => ({ kind: 'task_agent_index' }));
  const deep = 'tasks/work/agents/ada/a/deep/piece.bin';
  await putAs(ada, index.credential, deep, Buffer.from('work'));
  return [
    { key: 'agents/all/ada.json', outcomes: ours },
    // Heartbeats raise no event, because there are many and a listing shows all of their data.
    { key: heartbeat.key, outcomes: [] },
    { key: 'agents/prompts/ada/bundle.json', outcomes: ours },
    { key: 'agents/prompts/ada/policies.json', outcomes: ours },
    { key: `agents/prompts/ada/approvals/${question.approval_id}.json`, outcomes: ours },
    ...circle,
    ...topic,
    { key: 'tasks/work/manifest.json', outcomes: ours },
    { key: index.key, outcomes: ['artifact'] },
    { key: deep, outcomes: ['artifact'] },
    { key: 'platform/policy.json', outcomes: ours },
  ];
}

type Put = (
  agent: RawAgent,
  grant: AskedGrant,
  document: (key: string) => unknown,
) => Promise<{ key: string; bytes: Buffer }>;

/** Outcomes of an event with a ticket; `closed_ticket` if the ticket was closed before the event arrived. */
const ticketed = ['hint', 'closed_ticket'] as const;

async function writeInCircle(
  home: TestHome,
  { ada, mod }: { ada: RawAgent; mod: RawAgent },
  put: Put,
): Promise<WrittenKey[]> {
  await openApprovalCircle(home, 'ring', 'mod');
  await published(home);
  const asking = await put(ada, { type: 'circle_join_request_write', circle_id: 'ring' }, (key) =>
    joinRequest('ring', getId(key), 'ada'),
  );
  await requestIs(home, asking.key, 'pending');
  const sha256 = sha256Hex(asking.bytes);
  const deciding = await put(mod, { type: 'circle_join_approval_write', circle_id: 'ring' }, () =>
    joinApproval({
      circleId: 'ring',
      requestId: getId(asking.key),
      reviewer: 'mod',
      candidate: 'ada',
      sha256,
    }),
  );
  await requestIs(home, asking.key, 'approved');
  return [
    { key: 'circles/ring/manifest.json', outcomes: ours },
    { key: 'circles/ring/members/ada.json', outcomes: ours },
    { key: asking.key, outcomes: ticketed },
    { key: deciding.key, outcomes: ticketed },
  ];
}

async function writeInTopic(home: TestHome, ada: RawAgent, put: Put): Promise<WrittenKey[]> {
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'box',
    title: 'Box',
    visibility: 'public',
    mode: 'daily_checkin',
    rules: {
      day_boundary_timezone: 'UTC',
      proposal_quota_per_day: 1,
      allowed_proposal_types: ['propose_task'],
      proposal_votes_required: 1,
    },
  });
  await published(home);
  const message = await put(ada, { type: 'topic_message_write', topic_id: 'box' }, (key) =>
    ada.message('box', getId(key), 'here'),
  );
  await judged(home, 'box', message.key);
  const request = await put(ada, { type: 'topic_request_write', topic_id: 'box' }, (key) =>
    ada.request('box', getId(key), 'propose_task', { title: 'Count the stars' }),
  );
  await judged(home, 'box', request.key);
  await home.admin('POST', '/v1/admin/topics/box/actions', { action: 'close' });
  await published(home);
  return [
    { key: 'topics/box/manifest.json', outcomes: ours },
    { key: 'topics/box/state.json', outcomes: ours },
    { key: 'topics/box/ledger/0000000001.json', outcomes: ours },
    { key: 'topics/box/summary.json', outcomes: ours },
    { key: `topics/box/results/ada/${getId(request.key)}.json`, outcomes: ours },
    { key: message.key, outcomes: ticketed },
    { key: request.key, outcomes: ticketed },
  ];
}
