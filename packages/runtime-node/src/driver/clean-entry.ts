import {
  longestMemoryKey,
  longestMemoryText,
  type MemoryEntry,
  type MemoryMetadata,
  memoryEntrySchema,
} from '@agent-home/agent-runtime/run-log';
import type { Cleaner } from './cleaner.ts';

/** A text as it may be kept: a secret that became known only after it was said is in no memory (S4-39). */
export function cleanText(text: string, cleaner: Cleaner): string {
  // What stands for a secret may be longer than it was.
  return cleaner.clean(text).toWellFormed().slice(0, longestMemoryText).toWellFormed();
}

/** Key and metadata of an entry as they may be kept, like its text. */
export function cleanLabels(
  { key, metadata }: { key?: string; metadata?: MemoryMetadata },
  cleaner: Cleaner,
): Pick<MemoryEntry, 'key' | 'metadata'> {
  const cleaned = (text: string, most: number) =>
    cleaner.clean(text).toWellFormed().slice(0, most).toWellFormed();
  const members = Object.entries(metadata ?? {}).map(([name, value]) => [
    cleaned(name, 50),
    typeof value === 'string' ? cleaned(value, 300) : value,
  ]);
  return {
    ...(key === undefined ? {} : { key: cleaned(key, longestMemoryKey) }),
    ...(metadata === undefined ? {} : { metadata: Object.fromEntries(members) }),
  };
}

/**
 * What a store gave, as a log can hold it and a model may be shown it: a store is a server or a folder, in which others may
 * have written. What is no entry is nothing.
 */
export function cleanEntry(given: unknown, cleaner: Cleaner): MemoryEntry | undefined {
  const { data: entry } = memoryEntrySchema.safeParse(given);
  if (!entry) return undefined;
  const isWellFormed = [entry.agent, entry.session_id, entry.time, entry.origin.run_id].every((text) =>
    text.isWellFormed(),
  );
  if (!isWellFormed) return undefined;
  const { data } = memoryEntrySchema.safeParse(cleaner.secrets.cleanValue({ ...entry, text: '' }));
  return data && { ...data, text: cleanText(entry.text, cleaner), ...cleanLabels(data, cleaner) };
}
