import { parseObjectKey, type TopicMessage } from '@agent-home/protocol';
import { getField } from '../../shared/fields.ts';

/** A message of this topic. */
export interface Reference {
  agent_id: string;
  message_id: string;
}

/** References of a message in the tree; `bad` names the first invalid member of `meta`. */
type References = { parent?: Reference; root?: Reference } | { bad: string };

const idPattern = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** Parent and root as the author named them, each as a pair of ids, as an object key, or as both in agreement. */
export function readReferences(message: TopicMessage): References {
  const parent = readReference(message, 'reply_to');
  if (parent === 'bad') return { bad: 'reply_to' };
  const root = readReference(message, 'thread_root');
  if (root === 'bad') return { bad: 'thread_root' };
  return { ...(parent ? { parent } : {}), ...(root ? { root } : {}) };
}

/** Returns the key of a message in maps of references. */
export function pathOf({ agent_id: agentId, message_id: messageId }: Reference): string {
  return `${agentId}/${messageId}`;
}

function readReference(message: TopicMessage, name: string): Reference | undefined | 'bad' {
  const pair = getField(message.meta, name);
  const key = getField(message.meta, `${name}_object_key`);
  const byPair = pair === undefined ? undefined : readPair(pair);
  const byKey = key === undefined ? undefined : readKey(key, message.topic_id);
  if (byPair === 'bad' || byKey === 'bad') return 'bad';
  // If the two forms disagree, readers of one would draw another tree than readers of the other.
  if (byPair && byKey && pathOf(byPair) !== pathOf(byKey)) return 'bad';
  return byPair ?? byKey;
}

function readPair(value: unknown): Reference | 'bad' {
  const [agentId, messageId] = [getField(value, 'agent_id'), getField(value, 'message_id')];
  return isId(agentId) && isId(messageId) ? { agent_id: agentId, message_id: messageId } : 'bad';
}

/** A key of another topic is not a reference: readers of a thread may not be permitted to read it. */
function readKey(value: unknown, topicId: string): Reference | 'bad' {
  const place = typeof value === 'string' ? parseObjectKey(value) : undefined;
  if (place?.kind !== 'topic_message' || place.parts.topic_id !== topicId) return 'bad';
  return { agent_id: place.parts.agent_id, message_id: place.parts.message_id };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value);
}
