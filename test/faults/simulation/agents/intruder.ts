import { setTimeout as delay } from 'node:timers/promises';
import { type ObjectStore, ObjectStoreError } from '@agent-home/object-store';
import { type JsonObject, objectKey, signAuthored, signerOf } from '@agent-home/protocol';
import type { Journal } from '../journal/journal.ts';
import { getStream } from '../plan/streams.ts';
import type { Playground } from './playground.ts';

const agentId = 'intruder';

/**
 * Lets an attacker with a key to the whole bucket write messages at keys that no agent was granted. The store reports them with
 * valid events, but none of them may be judged.
 */
export async function intrude(
  store: ObjectStore,
  playground: Playground,
  journal: Journal,
  seed: number,
  signal: AbortSignal,
): Promise<void> {
  const random = getStream(seed, agentId);
  const signer = signerOf(new Uint8Array(32).fill(7));
  journal.strangers.add(agentId);
  for (let number = 1; !signal.aborted; number += 1) {
    const topics = playground.topics();
    const topic = topics[Math.floor(random() * topics.length)];
    const messageId = String(number).padStart(6, '0');
    if (topic) {
      const place = { topic_id: topic.topicId, agent_id: agentId, message_id: messageId };
      const document: JsonObject = {
        kind: 'topic_message',
        schema_version: 1,
        ...place,
        created_at: new Date().toISOString(),
        content: { text: 'I was never here' },
      };
      const bytes = new TextEncoder().encode(JSON.stringify(signAuthored(document, signer)));
      await store.put(objectKey('topic_message', place), bytes).catch((error: unknown) => {
        if (!(error instanceof ObjectStoreError)) throw error;
      });
    }
    await delay(200 + random() * 600, undefined, { signal }).catch(() => {});
  }
}
