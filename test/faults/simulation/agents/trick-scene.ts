import type { JsonObject } from '@agent-home/protocol';
import type { Random } from '../plan/streams.ts';
import type { AgentClient, GrantType, Held } from './agent-client.ts';
import { documentFor } from './document-for.ts';
import type { OpenTopic } from './playground.ts';
import type { LifeSurroundings } from './surroundings.ts';

interface Scene {
  surroundings: LifeSurroundings;
  client: AgentClient;
  topic: OpenTopic;
  state: JsonObject;
  random: Random;
}

export type Trick = (scene: Scene) => Promise<void>;

export function note(client: AgentClient, what: string, refused: boolean, answer: string): void {
  client.journal.attacks.push({ agentId: client.agentId, what, at: Date.now(), refused, answer });
}

export async function findGrant({
  client,
  topic,
  state,
  random,
}: Scene): Promise<{ held: Held; key: string; notAfter: number | undefined; text: string } | undefined> {
  const types: GrantType[] = ['topic_message_write', 'topic_request_write'];
  const [isMessage, chosen] = [random() < 0.6, random()];
  const all = await client.ask(topic.topicId, types);
  const held = all.find(({ record }) => record.type === types[isMessage ? 0 : 1]) ?? all[0];
  const place = held?.record.keys[0];
  if (!held || !place) return undefined;
  const what = held.record.type === 'topic_message_write' ? 'message' : 'request';
  const text = documentFor(client, topic, state, what, place.key, chosen);
  return { held, key: place.key, notAfter: place.notAfter, text };
}
