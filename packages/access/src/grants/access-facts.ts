import type { ReadScope, Visibility } from '@agent-home/protocol';

export type AgentStanding = 'unknown' | 'registered' | 'admitted' | 'suspended' | 'withdrawn';

/** A topic as the database has it now; from the exact bytes of its certified manifest. */
export interface TopicFacts {
  topic_id: string;
  visibility: Visibility;
  read_scope: ReadScope;
  /** The agent is on the manifest's allowlist. */
  allowlisted: boolean;
  /** The agent is a recorded participant. */
  participant: boolean;
  status: 'open' | 'closed';
  /** The platform knows this mode in this version; an unknown mode is read-only. */
  mode_supported: boolean;
}

/** What the mode lets this agent write now, as full object keys. */
export type WritableFacts =
  | { keys: { key: string; not_after: Date }[] }
  /** One of the mode's own denial codes. */
  | { denied: string; message: string };

/** All that a decision may depend on, passed in as values. */
export interface AccessFacts {
  now: Date;
  agent: { agent_id: string; standing: AgentStanding; owner_id?: string | null | undefined };
  heartbeat_key: string;
  /** Absent for a topic that does not exist. */
  topic?: TopicFacts | undefined;
  /** Needed for the write grants, of messages or of requests as the grant says. */
  writable?: WritableFacts | undefined;
}
