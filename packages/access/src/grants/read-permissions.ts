import { containerPrefix, objectKey, type ReadScope } from '@agent-home/protocol';
import type { ReadKey, ReadPrefix } from './key-permission.ts';

const getKey = (key: string): ReadKey => ({ class: 'read', action: 'get', key });
const getPrefix = (prefix: string): ReadPrefix => ({ class: 'read', action: 'get', prefix });
const listPrefix = (prefix: string): ReadPrefix => ({ class: 'read', action: 'list', prefix });

/** Heartbeats are listed, never read: their key and their time are all they say. */
export function registryReadPermissions(): (ReadKey | ReadPrefix)[] {
  return [
    getPrefix('agents/all/'),
    getPrefix('agents/presence/'),
    getPrefix('platform/'),
    listPrefix('agents/all/'),
    listPrefix('agents/presence/'),
    listPrefix('agents/heartbeats/'),
  ];
}

/** `judged` leaves out `messages/` and `requests/`: nobody reads what is not judged yet, or still sealed. */
export function topicReadPermissions(topicId: string, scope: ReadScope): (ReadKey | ReadPrefix)[] {
  const topic = containerPrefix.topic(topicId);
  if (scope === 'all') return [getPrefix(topic), listPrefix(topic)];
  return [
    getKey(objectKey('topic_manifest', { topic_id: topicId })),
    getKey(objectKey('topic_state', { topic_id: topicId })),
    getKey(objectKey('topic_summary', { topic_id: topicId })),
    getPrefix(`${topic}ledger/`),
    getPrefix(`${topic}results/`),
    listPrefix(`${topic}ledger/`),
    listPrefix(`${topic}results/`),
  ];
}
