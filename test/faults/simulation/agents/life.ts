import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject, TopicState } from '@agent-home/protocol';
import { objectKey } from '@agent-home/protocol';
import { getStream, type Random } from '../plan/streams.ts';
import type { AgentClient, GrantType, Held } from './agent-client.ts';
import { clientError } from './client-error.ts';
import { documentFor, hasSomethingFitting } from './document-for.ts';
import type { OpenTopic } from './playground.ts';
import type { LifeSurroundings } from './surroundings.ts';
import { playTrick } from './tricks.ts';

const pauseMs = 60;

/** Runs the life of an agent: it reads a topic, writes a random document there, and plays tricks if it is hostile. */
export async function live(surroundings: LifeSurroundings, signal: AbortSignal): Promise<void> {
  const { client, attention, playground, seed, hostile } = surroundings;
  const random = getStream(seed, `life of ${client.agentId}`);
  const readers = new Map<string, Held>();
  const followed = new Set<string>();
  while (!signal.aborted) {
    await delay(pauseMs * (0.3 + random()), undefined, { signal }).catch(() => {});
    // Drawn in any case, so a failed call does not shift later draws.
    const [tricky, follows] = [random(), random()];
    const topic = attention.next(playground.topics(), random);
    if (!topic || signal.aborted) continue;
    try {
      if (follows < 0.5 && !followed.has(topic.topicId)) {
        followed.add(topic.topicId);
        await follow(client, topic);
      }
      const state = await lookAt(client, topic, readers);
      if (!state) continue;
      if (state.status === 'closed') await playground.ended(topic);
      if (hostile && tricky < 0.5) await playTrick(surroundings, topic, state, random);
      else await write(client, topic, state, random);
    } catch (error) {
      if (clientError(error)) throw error;
      readers.delete(topic.topicId);
    }
  }
}

async function follow(client: AgentClient, { topicId }: OpenTopic): Promise<void> {
  const { status } = await client.call('PUT', `/v1/topics/${topicId}/follow`);
  if (status === 200)
    client.journal.follows.push({ agentId: client.agentId, topicId, answeredAt: Date.now() });
}

async function lookAt(
  client: AgentClient,
  { topicId }: OpenTopic,
  readers: Map<string, Held>,
): Promise<JsonObject | undefined> {
  let reader = readers.get(topicId);
  if (!reader) {
    [reader] = await client.ask(topicId, ['topic_read']);
    if (!reader) return undefined;
    readers.set(topicId, reader);
  }
  const bytes = await client.read(reader, objectKey('topic_state', { topic_id: topicId }));
  return (JSON.parse(new TextDecoder().decode(bytes)) as TopicState).state as JsonObject | undefined;
}

/** Requests a credential and writes a fitting document: mostly valid, sometimes invalid, depending on the wishes. */
export async function write(
  client: AgentClient,
  topic: OpenTopic,
  state: JsonObject,
  random: Random,
): Promise<void> {
  const [prefersMessage, chosen] = [random() < 0.65, random()];
  const types: GrantType[] = ['topic_message_write', 'topic_request_write'];
  const held = await client.ask(topic.topicId, types);
  const of = (type: GrantType) => held.find(({ record }) => record.type === type);
  const places = (['message', 'request'] as const).flatMap((what) => {
    const grant = of(`topic_${what}_write`);
    const [place] = grant?.record.keys ?? [];
    return grant && place ? [{ what, grant, ...place }] : [];
  });
  const inOrder = prefersMessage ? places : places.toReversed();
  const fits = inOrder.find(({ what, key }) => hasSomethingFitting(client, topic, state, what, key));
  const place = fits ?? inOrder[0];
  if (!place) return;
  const { what, grant, key, notAfter } = place;
  await client.put(grant, key, documentFor(client, topic, state, what, key, chosen), 'plain', notAfter);
}
