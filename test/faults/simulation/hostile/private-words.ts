import { joinRequest } from '../../../support/circles.ts';
import { getId } from '../../../support/raw-agent.ts';
import type { AgentClient, GrantType, Held } from '../agents/agent-client.ts';
import type { Journal } from '../journal/journal.ts';
import type { TokenClient } from './admin-client.ts';
import { places } from './places.ts';
import { createWriter, granted } from './rights.ts';
import type { Secrets } from './secrets.ts';

/** Private object: its key, and the hash of its content if known. */
export interface PrivateKey {
  key: string;
  sha256?: string;
}

export interface Furnishing {
  admin: TokenClient;
  mallory: AgentClient;
  witness: AgentClient;
  friend: AgentClient;
  secrets: Secrets;
  journal: Journal;
}

export async function sayPrivately(
  { secrets }: Pick<Furnishing, 'secrets'>,
  client: AgentClient,
  topicId: string,
  field: string,
) {
  const { key, text } = await say(client, topicId, `秋月 ${secrets.plant(field)}`);
  return { key, sha256: secrets.keepBytes(field, text) };
}

export async function say(client: AgentClient, topicId: string, words: string) {
  const type: GrantType = 'topic_message_write';
  const held = await granted<Held>(
    async () => (await client.ask(topicId, [type]))[0],
    `${type} in ${topicId}`,
  );
  const { key, notAfter } = held.record.keys[0] ?? { key: '', notAfter: undefined };
  const text = client.message(topicId, getId(key), { content: { text: words } });
  await client.put(held, key, text, 'plain', notAfter);
  return { key, text };
}

export async function handInPrivately({ witness, secrets }: Furnishing) {
  const { store, prefix } = await createWriter(witness, { type: 'task_write', task_id: places.vault });
  const work = Buffer.from(secrets.plant('work in a private task'));
  await store.put(`${prefix}work.txt`, work);
  return { key: `${prefix}work.txt`, sha256: secrets.keepBytes('work in a private task', work) };
}

export async function askToJoinPrivately({ friend, secrets }: Furnishing) {
  const { store, keys } = await createWriter(friend, {
    type: 'circle_join_request_write',
    circle_id: places.porch,
  });
  const [key = ''] = keys;
  const note = secrets.plant('the note of a request to join');
  const text = JSON.stringify(joinRequest(places.porch, getId(key), friend.agentId, note));
  await store.put(key, Buffer.from(text));
  return { key, sha256: secrets.keepBytes('a request to join', text) };
}
