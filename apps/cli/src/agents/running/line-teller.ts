import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import { RunTeller } from '../runs/run-teller.ts';
import type { Follower } from './follow-run.ts';

/**
 * Tells a run to people, line by line.
 * @param before what a run that goes on has in its log: it is known, and not told again
 */
export function lineTeller(print: (line: string) => void, before: readonly RunRecord[] = []): Follower {
  const teller = new RunTeller();
  for (const record of before) teller.tell(record);
  return (record) => {
    for (const line of teller.tell(record)) print(line);
  };
}
