import type { JsonObject } from '@agent-home/protocol';
import { idOf } from '../../support/raw-agent.ts';
import { pick } from '../plan/streams.ts';
import type { AgentClient } from './agent-client.ts';
import { wishesIn } from './parts.ts';
import type { OpenTopic } from './playground.ts';

/** A document for this key, of what the agent's part could say there. */
export function documentFor(
  client: AgentClient,
  { topicId, mode, cast }: OpenTopic,
  state: JsonObject,
  what: 'message' | 'request',
  key: string,
  chosen: number,
): string {
  const wishes = wishesIn(mode, topicId, state, cast, client.agentId).filter((wish) => wish.what === what);
  const fields = wishes.length > 0 ? pick(() => chosen, wishes).fields : undefined;
  return what === 'message'
    ? client.message(topicId, idOf(key), fields ?? { content: { text: `${client.agentId} was here` } })
    : client.request(topicId, idOf(key), fields ?? { type: 'queue_join' });
}
