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
}

/** Returns true if an entry may be shown in this scope. Stores check it, and the run checks it again. */
export function isInScope(entry: Pick<MemoryEntry, 'agent' | 'session_id'>, asked: MemoryScope): boolean {
  return entry.agent === asked.agent && (asked.scope === 'agent' || entry.session_id === asked.session);
}

/** Value that an agent stores under a key; an empty one removes the entry. */
export interface KeyedValue {
  key: string;
  value: string;
  metadata?: MemoryMetadata;
}

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
