import type { FollowedRecord } from '@agent-home/agent-runtime/run-log';
import { faint } from '../../terminal/colours.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import type { DelegatedSoFar } from '../runs/read-delegated.ts';
import { RunPrinter } from '../runs/run-printer.ts';
import type { DelegatedFollower } from './follow-run.ts';
import { StepLines } from './step-lines.ts';

/** Characters of the names before a line. */
const longestNames = 24;

/**
 * Returns a printer of delegated runs: several at the same time, so each line names its agent.
 * @param before delegated runs of a continued run, whose earlier records are not printed again
 */
export function delegatedPrinter(
  print: (line: string) => void,
  { verbose, width, before = [] }: { verbose: boolean; width: number; before?: readonly DelegatedSoFar[] },
): DelegatedFollower {
  const printers = new Map<string, (record: FollowedRecord) => string[]>();
  const createPrinter = (runId: string, columns: number) => {
    const lines = verbose ? new RunPrinter() : new StepLines(columns);
    for (const record of before.find((run) => run.runId === runId)?.records ?? []) lines.tell(record);
    return (record: FollowedRecord) => lines.tell(record);
  };
  return (record, agents) => {
    const { correlationId: runId, type } = record;
    const prefix = `  ${preview(agents.join(' › '), longestNames)} `;
    const known = printers.get(runId) ?? createPrinter(runId, width - prefix.length);
    printers.set(runId, known);
    for (const line of known(type === 'run.ended' ? withoutAnswer(record) : record))
      if (line.trim() !== '') print(`${faint(prefix)}${line}`);
    if (type === 'run.ended') printers.delete(runId);
  };
}

/** The agent that delegated reads the answer; it is in the log. */
function withoutAnswer(record: FollowedRecord): FollowedRecord {
  return { ...record, data: { ...record.data, answer: '' } };
}
