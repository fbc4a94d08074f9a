import type { LedgerHeader } from '@agent-home/protocol';
import { lineSaid } from './line-said.ts';
import { toWords } from './words.ts';

/** Returns the columns by which the search finds a ledger entry’s message; empty if the entry is not a message. */
export function lineColumns(
  { input, verdict }: Pick<LedgerHeader, 'input' | 'verdict'>,
  bodyText: string | undefined,
): { spoken_by?: string; words?: string } {
  const isSpoken = verdict.outcome === 'accepted' && (input.type === 'message' || input.type === 'reveal');
  const line = isSpoken && bodyText !== undefined ? lineSaid(bodyText) : undefined;
  return line ? { spoken_by: line.agentId, words: toWords(line.text) } : {};
}
