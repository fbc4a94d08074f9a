import { bodyMatches, type ReadingFinding, type TopicLedgerEntry } from '@agent-home/protocol';
import { revealIn } from './entry-words.ts';

/**
 * Compares the text that a `reveal` opens with the commitment of the sealed entry. A reveal that the platform rejected may have any
 * text.
 * @param sealed The entry that the reveal names; `undefined` if the reader does not have it.
 */
export function revealFinding(
  entry: TopicLedgerEntry,
  sealed: TopicLedgerEntry | undefined,
): ReadingFinding | undefined {
  const reveal = revealIn(entry);
  const { sequence, header } = entry;
  if (!reveal || header.verdict.outcome === 'rejected') return undefined;
  const differs = (detail: string): ReadingFinding => ({ code: 'reveal_differs', sequence, detail });
  if (reveal.sequence >= sequence) return differs(`opens entry ${reveal.sequence}, which is not before it`);
  if (!sealed) return undefined;
  const { commitment } = sealed.header.input;
  if (commitment !== undefined && bodyMatches(reveal, commitment)) return undefined;
  return differs(`shows something else than entry ${reveal.sequence} had sealed`);
}
