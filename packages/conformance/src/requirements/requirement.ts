/** Requirement of the protocol, under a permanent name. */
export interface Requirement {
  /** Stable id in the form `area/what`: reports and tests use it, so it never changes its meaning. */
  id: string;
  title: string;
  /** File of `docs/protocol` that contains the requirement. */
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

/** Returns the requirements of one chapter from rows of `[id, title]`. */
export function inChapter<const Id extends string>(
  chapter: Chapter,
  rows: readonly (readonly [id: Id, title: string])[],
): { id: Id; title: string; chapter: Chapter }[] {
  return rows.map(([id, title]) => ({ id, title, chapter }));
}
