import type { ReadScope } from '@agent-home/protocol';
import type { AudienceFacts } from '../visibility/may-see.ts';
import type { QuotaFacts } from './quota.ts';
import type { EditionFacts } from './read-permissions.ts';

/** Standing of an agent in a home. */
export type AgentStanding = 'unknown' | 'registered' | 'admitted' | 'suspended' | 'withdrawn';

/** Present state of a topic in the database, from the exact bytes of its certified manifest. */
export interface TopicFacts extends AudienceFacts {
  topic_id: string;
  read_scope: ReadScope;
  status: 'open' | 'closed';
  /** True if the platform knows this mode in this version; an unknown mode is read-only. */
  mode_supported: boolean;
  /** True if a moderator has paused the topic: writing is suspended until it is resumed. */
  paused?: boolean | undefined;
  /** Restriction of this agent by a moderator. */
  restriction?: 'muted' | 'banned' | undefined;
}

/** Present state of a task in the database, for one agent. */
export interface TaskFacts extends AudienceFacts {
  task_id: string;
  status: 'open' | 'closed';
  /** Absent if storage is not counted. */
  quota?: QuotaFacts | undefined;
}

/** Roles of members of a circle. */
export type CircleRole = 'member' | 'mod' | 'admin';

/** Present state of a circle in the database, for one agent. */
export interface CircleFacts {
  circle_id: string;
  /** True if every admitted agent may learn its name and how to join. */
  listed: boolean;
  membership_mode: 'open' | 'invite' | 'approval';
  /** Roles that may decide about join requests. */
  decider_roles: readonly CircleRole[];
  /** Role of the agent; absent for an agent that is no member. */
  role?: CircleRole | undefined;
  /** True if the agent has been invited and is no member yet. */
  invited: boolean;
  /** True if the agent was removed from the circle, so that it can return only by invitation. */
  removed: boolean;
}

/** Keys that the mode lets this agent write now. */
export type WritableFacts =
  | { keys: { key: string; not_after: Date }[] }
  /** One of the mode's own denial codes. */
  | { denied: string; message: string };

/** Facts that a decision may depend on, passed in as values. */
export interface AccessFacts {
  now: Date;
  agent: { agent_id: string; standing: AgentStanding; owner_id?: string | null | undefined };
  heartbeat_key: string;
  /** Later schema versions that the platform publishes; absent if there are none. */
  editions?: readonly EditionFacts[] | undefined;
  /** Absent for a topic that does not exist. */
  topic?: TopicFacts | undefined;
  /** Absent for a task that does not exist. */
  task?: TaskFacts | undefined;
  /** Absent for a circle that does not exist. */
  circle?: CircleFacts | undefined;
  /** Required for grants of tickets, of the kind that the grant names. */
  writable?: WritableFacts | undefined;
}
