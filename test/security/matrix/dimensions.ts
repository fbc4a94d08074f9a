/** Every value of every dimension of the permission matrix, once. The module contains only names and decides nothing. */
export const stores = ['oss', 's3'] as const;
export type Store = (typeof stores)[number];

export const standings = ['admitted', 'unknown', 'registered', 'suspended', 'withdrawn'] as const;
export type Standing = (typeof standings)[number];

/**
 * Relation of an agent to a container. `reader`: on its list of invited agents. `removed`: had access and has been removed. The
 * last three have or had the floor of a topic.
 */
export const relations = [
  'none',
  'reader',
  'member',
  'moderator',
  'owners_agent',
  'removed',
  'speaker',
  'past_speaker',
  'slot_holder',
] as const;
export type Relation = (typeof relations)[number];

const floorRelations = ['speaker', 'past_speaker', 'slot_holder'] as const;
export type FloorRelation = (typeof floorRelations)[number];

export function isFloorRelation(relation: Relation): relation is FloorRelation {
  return floorRelations.some((one) => one === relation);
}

export const visibilities = ['public', 'circle', 'invite', 'owner-only'] as const;
export type Visibility = (typeof visibilities)[number];

export const readScopes = ['all', 'judged'] as const;
export type ReadScope = (typeof readScopes)[number];

export const lifecycles = ['open', 'paused', 'closed'] as const;
export type Lifecycle = (typeof lifecycles)[number];

export const membershipModes = ['open', 'invite', 'approval'] as const;
export type MembershipMode = (typeof membershipModes)[number];

export const actions = [
  'get',
  'put',
  'overwrite',
  'delete',
  'list',
  'multipart',
  'copy_from',
  'tag',
  'put_tagged',
  'acl',
  'symlink',
] as const;
export type Action = (typeof actions)[number];

interface Who {
  standing: Standing;
  relation: Relation;
}

export interface TopicSituation extends Who {
  container: 'topic';
  visibility: Visibility;
  readScope: ReadScope;
  /** `mode/phase`, the name of a scene. */
  moment: string;
  lifecycle: Lifecycle;
}

export interface CircleSituation extends Who {
  container: 'circle';
  membershipMode: MembershipMode;
  listed: boolean;
  /** True if a request to join is pending. */
  waiting: boolean;
}

export interface TaskSituation extends Who {
  container: 'task';
  visibility: Visibility;
  lifecycle: 'open' | 'closed';
}

export interface HomeSituation extends Who {
  container: 'registry' | 'prompt_bundle' | 'platform';
}

export type Situation = TopicSituation | CircleSituation | TaskSituation | HomeSituation;
export type ContainerKind = Situation['container'];

export interface Cell {
  situation: Situation;
  /** Object class of the situation's container. */
  object: string;
  action: Action;
  store: Store;
}
