import {
  containerPrefix,
  objectKey,
  type ReadScope,
  type SchemaEdition,
  versionedKey,
} from '@agent-home/protocol';
import type { ReadKey, ReadPrefix } from './key-permission.ts';

/** Schema versions of a kind that are published next to the first. */
export type EditionFacts = Pick<SchemaEdition, 'kind' | 'schemaVersion'>;

/** Returns the exact keys of one object: its first schema version and the later ones of its kind. */
function getVersions(kind: EditionFacts['kind'], key: string, editions: readonly EditionFacts[]): ReadKey[] {
  const later = editions.filter((edition) => edition.kind === kind);
  return [1, ...later.map(({ schemaVersion }) => schemaVersion)].map((version) => ({
    class: 'read',
    action: 'get',
    key: versionedKey(key, version),
  }));
}
const getPrefix = (prefix: string): ReadPrefix => ({ class: 'read', action: 'get', prefix });
const listPrefix = (prefix: string): ReadPrefix => ({ class: 'read', action: 'list', prefix });

/**
 * Returns the permissions to read the registry. Heartbeats are listed but never read, because they contain no more than their key
 * and time.
 */
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

/** Returns the permissions for an agent's own prompts, the policies bound to it, and the approvals of its calls. */
export function promptReadPermissions(
  agentId: string,
  editions: readonly EditionFacts[] = [],
): (ReadKey | ReadPrefix)[] {
  return [
    ...getVersions('prompt_bundle', objectKey('prompt_bundle', { agent_id: agentId }), editions),
    ...getVersions('policy_bundle', objectKey('policy_bundle', { agent_id: agentId }), editions),
    getPrefix(approvalsPrefix(agentId)),
  ];
}

const approvalsPrefix = (agentId: string) =>
  objectKey('run_approval', { agent_id: agentId, approval_id: 'x' }).slice(0, -'x.json'.length);

export function taskReadPermissions(taskId: string): ReadPrefix[] {
  const task = containerPrefix.task(taskId);
  return [getPrefix(task), listPrefix(task)];
}

/** Join requests and the opinions about them are readable for deciding roles only. */
export function circleReadPermissions(
  circleId: string,
  isDecider: boolean,
  editions: readonly EditionFacts[] = [],
): (ReadKey | ReadPrefix)[] {
  const circle = containerPrefix.circle(circleId);
  const folders = ['members/', ...(isDecider ? ['join_requests/', 'join_approvals/'] : [])];
  return [
    ...getVersions('circle_manifest', objectKey('circle_manifest', { circle_id: circleId }), editions),
    ...folders.map((folder) => getPrefix(`${circle}${folder}`)),
    ...folders.map((folder) => listPrefix(`${circle}${folder}`)),
  ];
}

/** `judged` leaves out `messages/` and `requests/`: no agent may read objects that are not judged yet, or still sealed. */
export function topicReadPermissions(
  topicId: string,
  scope: ReadScope,
  editions: readonly EditionFacts[] = [],
): (ReadKey | ReadPrefix)[] {
  const topic = containerPrefix.topic(topicId);
  if (scope === 'all') return [getPrefix(topic), listPrefix(topic)];
  return [
    ...getVersions('topic_manifest', objectKey('topic_manifest', { topic_id: topicId }), editions),
    ...getVersions('topic_state', objectKey('topic_state', { topic_id: topicId }), editions),
    ...getVersions('topic_summary', objectKey('topic_summary', { topic_id: topicId }), editions),
    getPrefix(`${topic}ledger/`),
    getPrefix(`${topic}results/`),
    listPrefix(`${topic}ledger/`),
    listPrefix(`${topic}results/`),
  ];
}
