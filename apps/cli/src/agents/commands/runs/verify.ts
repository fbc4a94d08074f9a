import { shownText } from '@agent-home/protocol';
import { RunCommandError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';
import { judgeRun, readRun } from '../../runs/read-run.ts';
import { verifyDelegated } from '../../runs/verify-delegated.ts';

interface VerifyFlags extends RunsFlags {
  format: 'text' | 'json';
}

/**
 * `agent-home runs verify RUN`: checks the hash chain, the data of each record, the attachments, and that each call follows a
 * decision. Repeats each decision by the rules in the log.
 */
export async function verifyRun(
  environment: Record<string, string | undefined>,
  runId: string,
  { format, ...flags }: VerifyFlags,
): Promise<void> {
  const store = openRuns(environment, flags);
  const { read, authentic } = await withPlainErrors(async () => {
    const read = await readRun(store, runId);
    return { read, authentic: read.isAuthentic() };
  });
  const { records, commitments, head, tornBytes, lines } = read;
  const problem = judgeRun(read);
  const delegated = problem ? [] : await withPlainErrors(() => verifyDelegated(store, runId, records));
  const calls = records.filter(({ type }) => type === 'kairo.tool.invoke').length;
  const hasEnded = records.at(-1)?.type === 'run.ended';
  if (format === 'json')
    console.log(
      jsonDocument({
        run_id: runId,
        sound: problem === undefined && lines.length > 0,
        records: records.length,
        calls,
        has_ended: hasEnded,
        authentic,
        head: head.hash,
        lines: commitments.map(({ objectKey, seq }) => ({ object_key: objectKey, seq })),
        ...(delegated.length === 0
          ? {}
          : {
              delegated: delegated.map(({ runId: id, agent, isHere }) => ({
                run_id: id,
                agent,
                here: isHere,
              })),
            }),
        torn_bytes: tornBytes,
        ...(problem === undefined ? {} : { problem: { code: problem.code, record: problem.seq } }),
      }),
    );
  if (problem) throw new RunCommandError(problem.code, problem.message, { isPrinted: true });
  if (lines.length === 0)
    throw new RunCommandError('missing_start', 'the log of the run is empty', { isPrinted: true });
  if (format === 'json') return;
  const torn = tornBytes > 0 ? `, and ${tornBytes} bytes of a line that was not written whole` : '';
  console.log(
    `${runId}: ${records.length} records in one chain${torn}; each of ${calls} calls was allowed before it was made, by the rules in the log`,
  );
  for (const { objectKey, seq } of commitments)
    console.log(`✔ ${shownText(objectKey)} commits to this log up to record ${seq}`);
  for (const { runId: id, agent, isHere } of delegated)
    console.log(
      isHere
        ? `✔ ${id} of ${shownText(agent)} was delegated by it, and its log is sound`
        : `! ${id} of ${shownText(agent)} was delegated by it; its log is not in this folder`,
    );
  console.log(
    authentic
      ? 'written by this machine'
      : 'not written by this machine: it cannot be resumed, approved or forked here',
  );
  if (!hasEnded) console.log('the run has not ended: its chain is valid so far');
  console.log(`head ${head.hash}`);
}
