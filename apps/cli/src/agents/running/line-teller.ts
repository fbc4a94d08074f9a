import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import { RunPrinter } from '../runs/run-printer.ts';
import type { Follower } from './follow-run.ts';

/**
 * Prints a run line by line.
 * @param before earlier records of a continued run, which are not printed again
 */
export function lineTeller(print: (line: string) => void, before: readonly RunRecord[] = []): Follower {
  const teller = new RunPrinter();
  for (const record of before) teller.tell(record);
  return (record) => {
    for (const line of teller.tell(record)) print(line);
  };
}
