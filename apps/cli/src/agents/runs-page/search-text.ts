import type { RunOverview } from '@agent-home/agent-runtime/run-log';
import type { ReadLog } from './log-reader.ts';

/** Longest beginning of a message and of an answer that a search finds, in UTF-16 units. */
const longestSearched = 4_000;

/** Returns the text by which a run is found: its id, agent, first message and answer. */
export function searchText(
  runId: string,
  overview: RunOverview | undefined,
  records: ReadLog['records'],
): string {
  const message = records.find(({ type }) => type === 'kairo.user.message')?.data.text;
  const answer = records.findLast(({ type }) => type === 'run.ended')?.data.answer;
  const parts = [runId, overview?.agent, overview?.title, message, answer];
  return parts
    .map((part) => (typeof part === 'string' ? part.slice(0, longestSearched) : ''))
    .join('\n')
    .toLowerCase();
}
