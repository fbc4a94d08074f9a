import { followPlans, followRunEvents, type RunRecord } from '@agent-home/agent-runtime/run-log';
import { RunCommandError } from '../../../errors/command-errors.ts';
import { faint } from '../../../terminal/colours.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';
import { type LogEnd, verifiedRecords } from '../../runs/read-run.ts';
import { RunPrinter } from '../../runs/run-printer.ts';

export interface ShowFlags extends RunsFlags {
  format: 'text' | 'json' | 'events' | 'plans';
  full: boolean;
}

/**
 * `agent-home runs show RUN`: prints each record of a run as soon as it is read, so that a long run takes no more memory than its
 * log.
 */
export async function showRun(
  environment: Record<string, string | undefined>,
  runId: string,
  { format, full, ...flags }: ShowFlags,
): Promise<void> {
  const log = await withPlainErrors(() => openRuns(environment, flags).read(runId));
  const records = verifiedRecords(log);
  const { problem } =
    format === 'text'
      ? printRun(records, { full, tornBytes: log.tornBytes })
      : printDocuments(records, documents[format]());
  // Earlier records are shown as well, to locate the damage in the log.
  if (problem)
    throw new RunCommandError(problem.code, `the log of the run is damaged: ${problem.message}`, {
      isPrinted: true,
    });
}

const documents = {
  json: () => (record: RunRecord) => record,
  events: followRunEvents,
  plans: followPlans,
};

type Records = ReturnType<typeof verifiedRecords>;

function printRun(records: Records, { full, tornBytes }: { full: boolean; tornBytes: number }): LogEnd {
  const teller = new RunPrinter({ length: full ? Number.MAX_SAFE_INTEGER : undefined });
  let isEnded = false;
  const end = eachOf(records, (record) => {
    for (const line of teller.tell(record)) console.log(line);
    isEnded = record.type === 'run.ended';
  });
  if (!isEnded) console.log('\nthe run has not ended');
  if (tornBytes > 0) console.log(`${tornBytes} bytes of the last line are incomplete`);
  console.log(faint(`${end.head.seq} records, head ${end.head.hash}`));
  return end;
}

/** Prints the same bytes as one document of all records. */
function printDocuments(records: Records, toDocument: (record: RunRecord) => unknown): LogEnd {
  let before: string | undefined;
  const end = eachOf(records, (record) => {
    const document = toDocument(record);
    if (document === undefined) return;
    console.log(before === undefined ? '[' : `${before},`);
    before = jsonDocument(document).replace(/^/gm, '  ');
  });
  if (before === undefined) console.log('[]');
  else console.log(`${before}\n]`);
  return end;
}

function eachOf(records: Records, print: (record: RunRecord) => void): LogEnd {
  let next = records.next();
  for (; !next.done; next = records.next()) print(next.value);
  return next.value;
}
