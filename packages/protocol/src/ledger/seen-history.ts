import type { LedgerHead } from './ledger-chain.ts';

/**
 * Relation of the head that an author claims to have read to the chain that a reader has verified. `unknown`: the author named
 * nothing, or an entry that the reader cannot get at.
 */
export type SeenHistory = 'agrees' | 'conflicts' | 'unknown';

/** Returns true if there is an entry to look up: an author that has read nothing says 0. */
export function namesEntry(seen: LedgerHead | undefined): seen is LedgerHead {
  return seen !== undefined && seen.sequence > 0;
}

/**
 * @param judgedAt the entry that judged the author's object: nothing from there on can have been read before
 * @param hash of the entry that was named, in the chain; undefined where the reader does not have it
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
