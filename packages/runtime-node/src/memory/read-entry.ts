import { type MemoryEntry, memoryEntrySchema } from '@agent-home/agent-runtime/run-log';

/** Maximum size of an entry as JSON; its text has at most 4,000 UTF-16 units. */
export const mostEntryBytes = 64 * 1024;

/** Newest entries of an agent that are kept and read. */
export const mostEntries = 2_000;

/** Parses an entry of an agent; undefined if it is damaged, too large or another agent's. */
export function readEntry(text: string | null | undefined, agent: string): MemoryEntry | undefined {
  if (typeof text !== 'string' || text.length > mostEntryBytes) return undefined;
  try {
    const { data } = memoryEntrySchema.safeParse(JSON.parse(text));
    return data?.agent === agent ? data : undefined;
  } catch {
    return undefined;
  }
}

export function newestFirst(entries: MemoryEntry[]): MemoryEntry[] {
  const getTime = ({ time }: MemoryEntry) => Date.parse(time) || 0;
  return entries.sort((one, other) => getTime(other) - getTime(one) || (one.id < other.id ? -1 : 1));
}
