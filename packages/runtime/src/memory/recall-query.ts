import { wholeCharacters } from '../context/prune-outputs.ts';
import type { RunState } from '../state/run-state.ts';

const longestQuery = 2_000;

/** What memory is asked for before a round: what the running turn is about. */
export function recallQuery({ transcript }: RunState): string {
  const asked = transcript.findLast(({ role }) => role === 'user')?.content ?? '';
  return wholeCharacters(asked.slice(0, longestQuery));
}
