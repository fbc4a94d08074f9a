import { normalForm } from '@agent-home/protocol';
import { type Entry, type Group, groups } from './entry.ts';

const folded = (text: string) => normalForm(text, 'NFKC').toLowerCase().trim();

/** Scores an entry for the typed text: no match if a word is missing, highest if the name starts with it. */
export function fit(typed: string, { words, hint = '' }: Pick<Entry, 'words' | 'hint'>): number {
  const [sought, name] = [folded(typed), folded(words)];
  const parts = sought.split(/\s+/).filter((part) => part !== '');
  const all = `${name} ${folded(hint)}`;
  if (!parts.every((part) => all.includes(part))) return 0;
  if (name.startsWith(sought)) return 4;
  if (parts.every((part) => ` ${name}`.includes(` ${part}`))) return 3;
  return parts.every((part) => name.includes(part)) ? 2 : 1;
}

/** Entries per group, few enough to scan. */
const most: Record<Group, number> = {
  recent: 6,
  pages: 12,
  topics: 6,
  agents: 6,
  circles: 4,
  tasks: 4,
  actions: 8,
  office: 12,
  settings: 6,
  lines: 6,
};

/**
 * Returns the entries for the typed text by group. Recent entries come first while the text is empty. Messages were found by the
 * home and are not filtered again.
 */
export function arrange(
  typed: string,
  entries: readonly Entry[],
  recent: readonly string[],
): { group: Group; entries: Entry[] }[] {
  const isEmpty = typed.trim() === '';
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const been = isEmpty ? recent.flatMap((id) => known.get(id) ?? []).slice(0, most.recent) : [];
  const beenTo = new Set(been.map(({ id }) => id));
  const scored = [...known.values()].flatMap((entry) => {
    const score = isEmpty || entry.group === 'lines' ? 1 : fit(typed, entry);
    return score === 0 || beenTo.has(entry.id) ? [] : [{ entry, score }];
  });
  return groups.flatMap((group) => {
    const found =
      group === 'recent'
        ? been
        : scored
            .filter(({ entry }) => entry.group === group)
            .toSorted((one, other) => other.score - one.score)
            .map(({ entry }) => entry);
    return found.length === 0 ? [] : [{ group, entries: found.slice(0, most[group]) }];
  });
}
