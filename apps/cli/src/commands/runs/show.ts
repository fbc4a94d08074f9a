import { runEvents } from '@agent-home/run-log';
import { RunCommandError } from '../../errors/run-command-error.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';
import { type ReadRun, readRun } from '../../runs/read-run.ts';
import { RunTeller } from '../../runs/run-teller.ts';
import { faint } from '../../terminal/colours.ts';
import { jsonDocument } from '../../terminal/json-document.ts';

interface ShowFlags extends RunsFlags {
  format: 'text' | 'json' | 'events';
  full: boolean;
}

/** `agent-home runs show RUN`: what was read, asked, answered, decided and written. */
export async function showRun(
  environment: Record<string, string | undefined>,
  runId: string,
  { format, full, ...flags }: ShowFlags,
): Promise<void> {
  const run = await withPlainErrors(() => readRun(openRuns(environment, flags), runId));
  if (format === 'text') tellRun(run, full);
  else console.log(jsonDocument(format === 'json' ? run.records : runEvents(run.records)));
  // What comes before it is shown all the same: who looks at a log that somebody touched wants to see where.
  if (run.problem)
    throw new RunCommandError(run.problem.code, `the log is not sound: ${run.problem.message}`, {
      isPrinted: true,
    });
}

function tellRun({ records, head, tornBytes }: ReadRun, full: boolean): void {
  const teller = new RunTeller({ length: full ? Number.MAX_SAFE_INTEGER : undefined });
  for (const record of records) for (const line of teller.tell(record)) console.log(line);
  if (records.at(-1)?.type !== 'run.ended') console.log('\nthe run has not ended');
  if (tornBytes > 0) console.log(`${tornBytes} bytes of a last line were not written whole`);
  console.log(faint(`${head.seq} records, head ${head.hash}`));
}
