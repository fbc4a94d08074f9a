import { objectEndpoints, requestTo, topicEndpoints } from '@agent-home/http-contract';
import { type AgentStore, ObjectStoreError } from '@agent-home/object-store/agent';
import { objectKey, parseObjectKey } from '@agent-home/protocol';
import { denialCodes } from '../lists/closed-lists.ts';
import type { ServerRequirementId } from '../requirements/server-requirements.ts';
import { wrongRefusal } from '../subject/check-problem.ts';
import { askCredentials, askStore, type Credential } from '../subject/credentials.ts';
import type { KitAgent } from '../subject/kit-agent.ts';
import type { Run } from '../subject/run.ts';
import { cardKey } from './cards.ts';

const probe = new TextEncoder().encode('{"probe":"of the conformance kit"}');
const longest = 3_600_000 + 60_000;

/** Checks access to a topic. Call it while the first agent may write there. */
export async function checkAccess(run: Run, topicId: string): Promise<void> {
  const { findings, bucket, first, second } = run;
  const answer = await askCredentials(first, bucket, [
    { type: 'registry_read' },
    { type: 'topic_read', topic_id: topicId },
    { type: 'topic_message_write', topic_id: topicId },
    { type: 'kit_unknown' },
  ]);
  for (const credential of answer.credentials) {
    checkLife(run, credential);
    const both = credential.keys.length > 0 && credential.prefixes.some(({ action }) => action !== 'put');
    const types = new Set(credential.grants.map(({ type }) => type.endsWith('_write')));
    findings.judge('credentials/one-class', (both || types.size > 1) && 'one credential reads and writes');
  }
  const codes = [...answer.denied.map(({ code }) => code), await deniedCode(run, second, topicId)];
  for (const code of codes)
    if (code !== undefined)
      findings.judge('credentials/denied-codes', !denialCodes.has(code) && `the code is ${code}`);
}

async function deniedCode(run: Run, agent: KitAgent, topicId: string): Promise<string | undefined> {
  const asked = await askStore(agent, run.bucket, { type: 'topic_message_write', topic_id: topicId });
  return 'denied' in asked ? asked.denied : undefined;
}

function checkLife({ findings }: Run, { expiration }: Credential): void {
  const left = Date.parse(expiration) - Date.now();
  const isRight = left > 0 && left <= longest;
  findings.judge(
    'credentials/lifetime',
    !isRight && `a credential ends at ${expiration}, ${left} ms from now`,
  );
}

/** Runs with an unused ticket. */
export async function checkTicket(
  run: Run,
  topicId: string,
  ticket: { store: AgentStore; credential: Credential },
): Promise<void> {
  const { findings, first, second } = run;
  const { store, credential } = ticket;
  for (const { key, not_after: notAfter } of credential.keys) {
    const place = parseObjectKey(key);
    const isOwn =
      place?.kind === 'topic_message' &&
      place.parts.topic_id === topicId &&
      place.parts.agent_id === first.agentId;
    const isOver = notAfter !== undefined && !(Date.parse(notAfter) > Date.now());
    findings.judge('credentials/tickets', (!isOwn || isOver) && `a ticket is for ${key} until ${notAfter}`);
  }
  const message = (agent: KitAgent) =>
    objectKey('topic_message', { topic_id: topicId, agent_id: agent.agentId, message_id: 'kit-probe' });
  // Both agents are the kit's: if a home permits the write, it hits no foreign object.
  await mustBeRefused(run, 'credentials/exact-keys', `put ${message(first)}`, () =>
    store.put(message(first), probe),
  );
  await mustBeRefused(run, 'credentials/exact-keys', `put ${message(second)}`, () =>
    store.put(message(second), probe),
  );
  await mustBeRefused(run, 'credentials/write-only', `get ${cardKey(first)}`, () =>
    store.get(cardKey(first), { maxBytes: 1_048_576, timeoutMs: 15_000 }),
  );
}

export async function checkReading(
  run: Run,
  topicId: string | undefined,
  registry: AgentStore,
): Promise<void> {
  const { first, bucket, findings } = run;
  const get = (key: string) => () => registry.get(key, { maxBytes: 1_048_576, timeoutMs: 15_000 });
  if (topicId === undefined) {
    findings.skip('credentials/read-scope', 'needs a topic');
    return findings.skip('credentials/read-only', 'needs a topic');
  }
  const manifest = objectKey('topic_manifest', { topic_id: topicId });
  await mustBeRefused(run, 'credentials/read-scope', `get ${manifest}`, get(manifest));
  const reading = await askStore(first, bucket, { type: 'topic_read', topic_id: topicId });
  if ('denied' in reading) return;
  const key = objectKey('topic_message', {
    topic_id: topicId,
    agent_id: first.agentId,
    message_id: 'kit-read-only',
  });
  await mustBeRefused(run, 'credentials/read-only', `put ${key}`, () => reading.store.put(key, probe));
}

async function mustBeRefused(
  { findings }: Run,
  id: ServerRequirementId,
  what: string,
  action: () => Promise<unknown>,
): Promise<void> {
  try {
    await action();
    findings.fail(id, `the store let the credential ${what}`);
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    const isRefusal = error.code === 'access_denied' || error.code === 'credentials_expired';
    if (isRefusal) findings.hold(id);
    else findings.skip(id, `the store answered ${error.code} to ${what}`);
  }
}

/** Checks a topic for the first agent only, as the second agent and anonymously. */
export async function checkPrivateTopic(run: Run, topicId: string): Promise<void> {
  const { findings, bucket, second, home } = run;
  const asked = (id: string) => askStore(second, bucket, { type: 'topic_read', topic_id: id });
  const hidden = await asked(topicId);
  const missing = await asked(`${topicId}-no-such`);
  const open = 'denied' in hidden ? undefined : 'an agent that is not invited may read it';
  const shown = await home.ask(requestTo(topicEndpoints.show, { params: { topic_id: topicId } }));
  const manifest = objectKey('topic_manifest', { topic_id: topicId });
  const object = await home.ask(requestTo(objectEndpoints.read, { query: { key: manifest } }));
  const listed = await second.call(requestTo(topicEndpoints.listEnterable));
  const isListed = listed.text.includes(`"${topicId}"`);
  findings.judge(
    'credentials/private-topic',
    open ??
      wrongRefusal(shown, 'not_found') ??
      wrongRefusal(object, 'not_found') ??
      (isListed && 'it is listed for an agent that is not invited'),
  );
  if (!('denied' in hidden) || !('denied' in missing)) return;
  const isAlike =
    hidden.denied === missing.denied &&
    hidden.message.replaceAll(topicId, '') === missing.message.replaceAll(`${topicId}-no-such`, '');
  findings.judge(
    'credentials/not-found-alike',
    !isAlike && `${hidden.denied} for one that is there, ${missing.denied} for one that is not`,
  );
}
