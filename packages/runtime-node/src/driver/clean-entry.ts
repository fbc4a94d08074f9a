import {
  longestMemoryKey,
  longestMemoryText,
  type MemoryEntry,
  type MemoryMetadata,
  memoryEntrySchema,
} from '@agent-home/agent-runtime/run-log';
import type { Cleaner } from './cleaner.ts';

/** Cleans a text for storage: a secret that became known only later must not be stored in memory (S4-39). */
export function cleanText(text: string, cleaner: Cleaner): string {
  // A replacement may be longer than the secret.
  return cleaner.clean(text).toWellFormed().slice(0, longestMemoryText).toWellFormed();
}

/** Cleans the key, the metadata and the tags of an entry, like its text. */
export function cleanLabels(
  { key, metadata, tags }: { key?: string; metadata?: MemoryMetadata; tags?: readonly string[] },
  cleaner: Cleaner,
): Pick<MemoryEntry, 'key' | 'metadata' | 'tags'> {
  const cleaned = (text: string, most: number) =>
    cleaner.clean(text).toWellFormed().slice(0, most).toWellFormed();
  const members = Object.entries(metadata ?? {}).map(([name, value]) => [
    cleaned(name, 50),
    typeof value === 'string' ? cleaned(value, 300) : value,
  ]);
  // A tag that contains a secret has no replacement of the allowed form.
  const kept = tags?.filter((tag) => cleaner.clean(tag) === tag);
  return {
    ...(key === undefined ? {} : { key: cleaned(key, longestMemoryKey) }),
    ...(metadata === undefined ? {} : { metadata: Object.fromEntries(members) }),
    ...(kept === undefined || kept.length === 0 ? {} : { tags: kept }),
  };
}

/**
 * Returns an entry of a store in a form that is safe for the log and the model. Others may write to the store's server or folder.
 * Undefined if it is not an entry.
 */
export function cleanEntry(given: unknown, cleaner: Cleaner): MemoryEntry | undefined {
  const { data: entry } = memoryEntrySchema.safeParse(given);
  if (!entry) return undefined;
  const isWellFormed = [
    ...[entry.agent, entry.session_id, entry.time, entry.origin.run_id],
    ...[entry.edited?.by ?? '', entry.edited?.time ?? ''],
  ].every((text) => text.isWellFormed());
  if (!isWellFormed) return undefined;
  const { data } = memoryEntrySchema.safeParse(cleaner.secrets.cleanValue({ ...entry, text: '' }));
  return data && { ...data, text: cleanText(entry.text, cleaner), ...cleanLabels(data, cleaner) };
}
