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

/** An agent's own prompts, and nobody else's. */
export function promptReadPermissions(agentId: string): ReadKey[] {
  return [getKey(objectKey('prompt_bundle', { agent_id: agentId }))];
}

export function taskReadPermissions(taskId: string): ReadPrefix[] {
  const task = containerPrefix.task(taskId);
  return [getPrefix(task), listPrefix(task)];
}

/** Who wants to join, and what others think of it, is for those who decide. */
export function circleReadPermissions(circleId: string, isDecider: boolean): (ReadKey | ReadPrefix)[] {
  const circle = containerPrefix.circle(circleId);
  const folders = ['members/', ...(isDecider ? ['join_requests/', 'join_approvals/'] : [])];
  return [
    getKey(objectKey('circle_manifest', { circle_id: circleId })),
    ...folders.map((folder) => getPrefix(`${circle}${folder}`)),
    ...folders.map((folder) => listPrefix(`${circle}${folder}`)),
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
