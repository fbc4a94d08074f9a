import type { LedgerHead } from './ledger-chain.ts';

/**
 * Relation of the head that an author claims to have read to the chain that a reader has verified. `unknown`: the author named no
 * entry, or one that the reader cannot access.
 */
export type SeenHistory = 'agrees' | 'conflicts' | 'unknown';

/** Returns true if there is an entry to look up; 0 means that the author has read none. */
export function namesEntry(seen: LedgerHead | undefined): seen is LedgerHead {
  return seen !== undefined && seen.sequence > 0;
}

/**
 * @param judgedAt the entry that judged the author's object; its author cannot have read that one or later ones
 * @param hash of the named entry in the chain; undefined if the reader does not have it
 */
export function seenHistory(
  seen: LedgerHead | undefined,
  judgedAt: number,
  hash: string | undefined,
): SeenHistory {
  if (!namesEntry(seen)) return 'unknown';
  if (seen.sequence >= judgedAt) return 'conflicts';
  if (hash === undefined) return 'unknown';
  return hash === seen.hash ? 'agrees' : 'conflicts';
}
