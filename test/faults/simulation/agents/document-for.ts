import { findMode, type ModeInput } from '@agent-home/modes';
import type { JsonObject } from '@agent-home/protocol';
import { getId } from '../../../support/raw-agent.ts';
import { pick } from '../plan/streams.ts';
import type { AgentClient } from './agent-client.ts';
import { type Wish, wishesIn } from './parts.ts';
import type { OpenTopic } from './playground.ts';

/** Share of writes that an agent first checks for permission; the others may be forbidden. */
const thoughtful = 0.8;

/** Returns a document for this key that suits the agent's part. */
export function documentFor(
  client: AgentClient,
  topic: OpenTopic,
  state: JsonObject,
  what: Wish['what'],
  key: string,
  chosen: number,
): string {
  const { topicId, mode, cast } = topic;
  const wishes = wishesIn(mode, topicId, state, cast, client.agentId).filter((wish) => wish.what === what);
  const fitting = wishes.filter((wish) => isFitting(client, topic, state, wish, key));
  const isThoughtful = chosen < thoughtful && fitting.length > 0;
  const among = isThoughtful ? fitting : wishes;
  const place = isThoughtful ? chosen / thoughtful : chosen;
  const fields = among.length > 0 ? pick(() => place, among).fields : undefined;
  return what === 'message'
    ? client.message(topicId, getId(key), fields ?? { content: { text: `${client.agentId} was here` } })
    : client.request(topicId, getId(key), fields ?? { type: 'queue_join' });
}

/** Returns true if the agent has a document of this kind for this key that the mode would accept in this state. */
export function hasSomethingFitting(
  client: AgentClient,
  topic: OpenTopic,
  state: JsonObject,
  what: Wish['what'],
  key: string,
): boolean {
  return wishesIn(topic.mode, topic.topicId, state, topic.cast, client.agentId).some(
    (wish) => wish.what === what && isFitting(client, topic, state, wish, key),
  );
}

/** Returns the mode's own verdict, as far as an agent can know its inputs. */
function isFitting(
  { agentId, signer }: AgentClient,
  { topicId, mode: name, rules: asked }: OpenTopic,
  state: JsonObject,
  { what, fields }: Wish,
  key: string,
): boolean {
  const mode = findMode(name);
  const parsed = mode?.parseRules(asked);
  if (!mode || !parsed || !('rules' in parsed)) return false;
  const id = getId(key);
  const document = { schema_version: 1, topic_id: topicId, agent_id: agentId, ...fields };
  const input = (what === 'message'
    ? { type: 'message', agent_id: agentId, message_id: id, message: { ...document, message_id: id } }
    : {
        type: 'request',
        agent_id: agentId,
        request_id: id,
        request: { ...document, request_id: id },
      }) as unknown as ModeInput;
  const author = {
    agent_id: agentId,
    standing: 'admitted',
    reader: true,
    card_version: 1,
    public_key: signer.publicKey,
    last_message_number: 0,
    last_request_number: 0,
  } as const;
  const now = new Date().toISOString();
  return mode.apply(state, input, parsed.rules, { now, author }).verdict.outcome === 'accepted';
}
