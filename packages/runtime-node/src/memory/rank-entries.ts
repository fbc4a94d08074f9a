import type { MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { normalForm } from '@agent-home/protocol';

/**
 * Returns the entries that share words with the query, best match first. Expects entries newest first, and keeps that order among
 * equal matches.
 */
export function rankEntries(query: string, entries: readonly MemoryEntry[], limit: number): MemoryEntry[] {
  const wanted = toWords(query);
  return entries
    .map((entry) => ({ entry, score: sharedWords(wanted, toWords(searchedText(entry))) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** Returns the text that is searched for an entry; its key and its tags are part of it. */
export function searchedText({ key, text, tags = [] }: MemoryEntry): string {
  const labelled = key === undefined ? text : `${key}: ${text}`;
  return tags.length === 0 ? labelled : `${labelled}\n${tags.join(' ')}`;
}

function sharedWords(wanted: ReadonlySet<string>, words: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of wanted) if (words.has(word)) shared++;
  return shared;
}

/** Splits a text into words. In scripts without spaces each character counts as one. */
export function toWords(text: string): Set<string> {
  const pattern = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu;
  return new Set(normalForm(text, 'NFKC').toLowerCase().match(pattern) ?? []);
}
