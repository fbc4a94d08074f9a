import type { MemoryEntry, MemoryMetadata } from '../run-log/index.ts';

/**
 * Scope of a memory: entries of other agents are never returned, and those of other sessions only if the agent's sessions share its
 * memory.
 */
export interface MemoryScope {
  agent: string;
  session: string;
  /** `agent`: entries of all its sessions. Default: only those of that session. */
  scope?: 'agent' | 'session';
  /** Tags that an entry must have, all of them. */
  tags?: readonly string[];
}

/** Returns true if an entry may be shown in this scope. Stores check it, and the run checks it again. */
export function isInScope(
  entry: Pick<MemoryEntry, 'agent' | 'session_id' | 'tags'>,
  { agent, session, scope, tags = [] }: MemoryScope,
): boolean {
  if (entry.agent !== agent || (scope !== 'agent' && entry.session_id !== session)) return false;
  return tags.every((tag) => entry.tags?.includes(tag));
}

/** Value that an agent stores under a key; an empty one removes the entry. */
export interface KeyedValue {
  key: string;
  value: string;
  metadata?: MemoryMetadata;
  tags?: string[];
}

/** Search of an agent in its long-term memory. */
export interface MemoryQuery {
  query: string;
  /** Tags that an entry must have, all of them. */
  tags?: string[];
  /** Most entries of the result. */
  limit: number;
}

/** Entry that an agent names: by its key, or by its id. */
export type NamedEntry = { key: string } | { id: string };

/**
 * Memory that agents keep between runs. If a store throws, the run continues without it and logs the error's
 * `code`.
 */
export interface MemoryStore {
  /** Returns the best matches for the query, best first. */
  recall(query: string, scope: MemoryScope & { limit: number; signal: AbortSignal }): Promise<MemoryEntry[]>;
  /** Stores an entry; storing the same entry twice has no further effect. */
  memorize(entry: MemoryEntry, options: { signal: AbortSignal }): Promise<void>;
  /** Newest first. */
  list(agent: string): Promise<MemoryEntry[]>;
  show(agent: string, id: string): Promise<MemoryEntry | undefined>;
  /** @returns whether it was there */
  forget(agent: string, id: string): Promise<boolean>;
}
