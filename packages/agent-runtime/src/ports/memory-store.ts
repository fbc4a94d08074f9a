import type { MemoryEntry, MemoryMetadata } from '../run-log/index.ts';

/** Whose memory: nothing of another agent is ever given, and of another session only where the agent's sessions share it. */
export interface MemoryScope {
  agent: string;
  session: string;
  /** `agent`: of all its sessions. Absent: of that session alone. */
  scope?: 'agent' | 'session';
}

/** Whether an entry may be shown where this is asked for: what every store holds to, and the run once more. */
export function isInScope(entry: Pick<MemoryEntry, 'agent' | 'session_id'>, asked: MemoryScope): boolean {
  return entry.agent === asked.agent && (asked.scope === 'agent' || entry.session_id === asked.session);
}

/** Value that an agent stores under a key; an empty one removes the entry. */
export interface KeyedValue {
  key: string;
  value: string;
  metadata?: MemoryMetadata;
}

/** What agents remember between runs. Whatever it throws, the run goes on without; a `code` of the error stands in its log. */
export interface MemoryStore {
  /** What fits the query best, first. */
  recall(query: string, scope: MemoryScope & { limit: number; signal: AbortSignal }): Promise<MemoryEntry[]>;
  /** The same entry twice is there once. */
  memorize(entry: MemoryEntry, options: { signal: AbortSignal }): Promise<void>;
  /** Newest first. */
  list(agent: string): Promise<MemoryEntry[]>;
  show(agent: string, id: string): Promise<MemoryEntry | undefined>;
  /** @returns whether it was there */
  forget(agent: string, id: string): Promise<boolean>;
}
