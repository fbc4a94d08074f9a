import { parseObjectKey } from '@agent-home/protocol';

const longestKey = 512;
/** Segments begin with a letter, a digit, `_` or `-`, so `..` and empty segments cannot leave the prefix. */
const taskArtifact =
  /^tasks\/[a-z0-9][a-z0-9_-]{0,62}\/agents\/([a-z0-9][a-z0-9_-]{0,62})(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

/**
 * Returns true if only this agent can write the key: its messages in this topic, its artifacts in any task. Any other key would
 * claim the work of others, or point to work that a reviewer may not read.
 */
export function isOwnPointer(key: unknown, topicId: string, agentId: string): key is string {
  if (typeof key !== 'string' || key.length > longestKey) return false;
  const place = parseObjectKey(key);
  if (place?.kind === 'topic_message') {
    return place.parts.topic_id === topicId && place.parts.agent_id === agentId;
  }
  return taskArtifact.exec(key)?.[1] === agentId;
}
