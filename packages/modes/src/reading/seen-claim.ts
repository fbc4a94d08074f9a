import {
  type LedgerHead,
  namesEntry,
  type ReadingFinding,
  type SeenHistory,
  seenHistory,
  seenSchema,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { entryWords } from './entry-words.ts';

/** Entry that an author had read last, according to its message or request. */
export interface SeenClaim {
  seen: LedgerHead | undefined;
  /** Sequence of the entry that judged the author's object. */
  judgedAt: number;
  /** Entry whose hash decides; `undefined` if none is needed. */
  compareWith: number | undefined;
}

export function seenClaim(entry: TopicLedgerEntry): SeenClaim {
  const words = entryWords(entry);
  const seen = seenSchema.safeParse(words?.document?.seen).data;
  const judgedAt = words?.sealedSequence ?? entry.sequence;
  const isEarlier = namesEntry(seen) && seen.sequence < judgedAt;
  return { seen, judgedAt, compareWith: isEarlier ? seen.sequence : undefined };
}

/**
 * Compares the claim with the reader's chain. A platform rejects an input that conflicts with its chain. If it accepted one, it
 * shows two histories, and `finding` is set.
 * @param hash Hash of the entry `compareWith`; `undefined` if the reader does not have it.
 */
export function judgeSeen(
  { sequence, header }: TopicLedgerEntry,
  { seen, judgedAt }: SeenClaim,
  hash: string | undefined,
): { history: SeenHistory; finding: ReadingFinding | undefined } {
  const history = seenHistory(seen, judgedAt, hash);
  if (history !== 'conflicts' || header.verdict.outcome === 'rejected')
    return { history, finding: undefined };
  const detail = `its author had read another entry ${seen?.sequence} than the one shown`;
  return { history, finding: { code: 'forked_history', sequence, detail } };
}
