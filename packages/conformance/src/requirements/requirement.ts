/** One thing the protocol demands, under a name that stays. */
export interface Requirement {
  /** `area/what`; reports and tests name it, so it never changes its meaning. */
  id: string;
  title: string;
  /** The file of `docs/protocol` that demands it. */
  chapter: Chapter;
}

export type Chapter =
  | 'access.md'
  | 'certificates.md'
  | 'feed-and-errors.md'
  | 'keys.md'
  | 'ledgers.md'
  | 'readers.md'
  | 'README.md'
  | 'requests.md'
  | 'texts.md';

/** Rows of `[id, title]` that stand in one chapter. */
export function inChapter<const Id extends string>(
  chapter: Chapter,
  rows: readonly (readonly [id: Id, title: string])[],
): { id: Id; title: string; chapter: Chapter }[] {
  return rows.map(([id, title]) => ({ id, title, chapter }));
}
