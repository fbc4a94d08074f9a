import type { FollowedRecord } from '@agent-home/agent-runtime/run-log';
import { faint } from '../../terminal/colours.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import { RunPrinter } from '../runs/run-printer.ts';
import type { DelegatedFollower } from './follow-run.ts';
import { StepLines } from './step-lines.ts';

/** Characters of the names before a line. */
const longestNames = 24;

/** Returns a printer of delegated runs: several at the same time, so each line names its agent. */
export function delegatedPrinter(
  print: (line: string) => void,
  { verbose, width }: { verbose: boolean; width: number },
): DelegatedFollower {
  const printers = new Map<string, (record: FollowedRecord) => string[]>();
  return (record, agents) => {
    const { correlationId: runId, type } = record;
    const prefix = `  ${preview(agents.join(' › '), longestNames)} `;
    const known = printers.get(runId) ?? createPrinter(verbose, width - prefix.length);
    printers.set(runId, known);
    for (const line of known(type === 'run.ended' ? withoutAnswer(record) : record))
      if (line.trim() !== '') print(`${faint(prefix)}${line}`);
    if (type === 'run.ended') printers.delete(runId);
  };
}

function createPrinter(verbose: boolean, width: number): (record: FollowedRecord) => string[] {
  const lines = verbose ? new RunPrinter() : new StepLines(width);
  return (record) => lines.tell(record);
}

/** The agent that delegated reads the answer; it is in the log. */
function withoutAnswer(record: FollowedRecord): FollowedRecord {
  return { ...record, data: { ...record.data, answer: '' } };
}
