import { randomBytes } from 'node:crypto';
import { requestTo, topicEndpoints } from '@agent-home/http-contract';
import { objectKey } from '@agent-home/protocol';
import { described, isGood } from '../subject/answer.ts';
import { askStore } from '../subject/credentials.ts';
import type { Request } from '../subject/home-under-test.ts';
import { patiently } from '../subject/patiently.ts';
import type { Run } from '../subject/run.ts';

export interface KitTopics {
  /** Topic in which the kit writes. */
  open: { topicId: string; mode: string } | undefined;
  /** Topic for the first agent alone. */
  invited: string | undefined;
  /** Closes the topics that the kit opened. */
  close(): Promise<void>;
}

const modes = ['turn_queue', 'freeform'];

export async function openTopics(run: Run): Promise<KitTopics> {
  const { adminToken, topicId } = run.options;
  if (adminToken !== undefined) return openOwn(run, adminToken);
  const why = 'needs an operator’s token, to open a topic for those invited';
  for (const id of ['credentials/private-topic', 'credentials/not-found-alike'] as const)
    run.findings.skip(id, why);
  const nothing = { invited: undefined, close: async () => {} };
  if (topicId === undefined) return { ...nothing, open: undefined };
  const mode = await loadMode(run, topicId);
  return { ...nothing, open: mode === undefined ? undefined : { topicId, mode } };
}

async function openOwn(run: Run, adminToken: string): Promise<KitTopics> {
  const name = `kit-${randomBytes(5).toString('hex')}`;
  const admin = (request: Request, body: unknown) =>
    run.home.ask(request, {
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const opened: string[] = [];
  const open = async (topicId: string, more: object): Promise<string | undefined> => {
    const topic = { topic_id: topicId, title: 'Conformance kit', mode: 'turn_queue', ...more };
    const answer = await admin(requestTo(topicEndpoints.open), topic);
    if (isGood(answer)) opened.push(topicId);
    else run.findings.skip('ledger/sequence', `no topic could be opened: ${described(answer)}`);
    return isGood(answer) ? topicId : undefined;
  };
  const topicId = await open(name, { visibility: 'public' });
  const invited = await open(`${name}-in`, {
    visibility: 'invite',
    allowlist_agent_ids: [run.first.agentId],
  });
  const mode = topicId === undefined ? undefined : await loadMode(run, topicId);
  return {
    open: topicId === undefined || mode === undefined ? undefined : { topicId, mode },
    invited,
    async close() {
      for (const id of opened)
        await admin(requestTo(topicEndpoints.act, { params: { topic_id: id } }), { action: 'close' });
    },
  };
}

/** Reads the mode from the manifest; waits for its publication. */
async function loadMode(run: Run, topicId: string): Promise<string | undefined> {
  const key = objectKey('topic_manifest', { topic_id: topicId });
  const mode = await patiently(async () => {
    const opened = await askStore(run.first, run.bucket, { type: 'topic_read', topic_id: topicId });
    if ('denied' in opened || !(await run.bucket.bytes(opened.store, key))) return undefined;
    return (await run.bucket.read(opened.store, 'topic_manifest', key))?.mode ?? 'misplaced';
  }, run.patienceMs);
  if (mode === undefined) run.findings.skipArea('ledger', `${topicId} cannot be read`);
  else if (!modes.includes(mode)) run.findings.skipArea('ledger', `the kit does not play ${mode}`);
  else return mode;
  return undefined;
}
