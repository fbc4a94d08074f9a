import { LogError } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { RunCommandError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { type MessageFlags, readDisclosed, verifyMessageOf } from '../../runs/disclosed-run.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';
import { judgeRun, type ReadRun, readLog, readRun } from '../../runs/read-run.ts';
import { listDelegated, type VerifiedDelegation, verifyDelegated } from '../../runs/verify-delegated.ts';

export interface VerifyFlags extends RunsFlags, MessageFlags {
  format: 'text' | 'json';
}

/**
 * `agent-home runs verify RUN`: checks the hash chain, the data of each record, the attachments, and that each call follows a
 * decision. Repeats each decision by the rules in the log.
 */
export async function verifyRun(
  environment: Record<string, string | undefined>,
  runId: string,
  { format, runs, ...flags }: VerifyFlags,
): Promise<void> {
  const store = openRuns(environment, runs === undefined ? {} : { runs });
  const { read, authentic } = await withPlainErrors(async () => {
    const read = await readRun(store, runId);
    return { read, authentic: read.isAuthentic() };
  });
  const problem = judgeRun(read);
  const delegated = problem ? [] : await withPlainErrors(() => verifyDelegated(store, runId, read.records));
  await report({ runId, read, problem, delegated, authentic }, { format, flags });
}

/**
 * `agent-home runs verify FILE`: verifies a log that was disclosed, by the file alone, and with `--message` that the message commits
 * to it.
 */
export async function verifyFile(file: string, { format, ...flags }: VerifyFlags): Promise<void> {
  const { disclosure, log } = readDisclosed(file);
  const read = readLog(log);
  const { run_id: runId, platform_keys: keys } = disclosure;
  const problem = judgeRun(read) ?? wrongRun(read, runId);
  const delegated = problem ? [] : listDelegated(read.records);
  await report({ runId, read, problem, delegated, authentic: false }, { format, flags, keys });
}

/** Returns an error if the file has the log of another run than the one that it names. */
function wrongRun({ records }: ReadRun, runId: string): LogError | undefined {
  return records[0]?.correlationId === runId
    ? undefined
    : new LogError('wrong_run', 0, 'belongs to another run than the one that the file names');
}

interface Judged {
  runId: string;
  read: ReadRun;
  problem: LogError | undefined;
  delegated: readonly VerifiedDelegation[];
  authentic: boolean;
}

async function report(
  { runId, read, problem, delegated, authentic }: Judged,
  { format, flags, keys }: { format: 'text' | 'json'; flags: MessageFlags; keys?: string | undefined },
): Promise<void> {
  const { records, commitments, head, tornBytes, lines } = read;
  const calls = records.filter(({ type }) => type === 'kairo.tool.invoke').length;
  const hasEnded = records.at(-1)?.type === 'run.ended';
  const isEmpty = problem === undefined && lines.length === 0;
  const message = problem || isEmpty ? undefined : verifyMessageOf(read, flags, keys);
  if (format === 'json')
    console.log(
      jsonDocument({
        run_id: runId,
        sound: problem === undefined && !isEmpty,
        records: records.length,
        calls,
        has_ended: hasEnded,
        authentic,
        head: head.hash,
        lines: commitments.map(({ objectKey, seq }) => ({ object_key: objectKey, seq })),
        ...(message === undefined
          ? {}
          : {
              message: {
                topic_id: message.topicId,
                sequence: message.sequence,
                object_key: message.objectKey,
              },
            }),
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
  if (isEmpty) throw new RunCommandError('missing_start', 'the log of the run is empty', { isPrinted: true });
  if (format === 'json') return;
  const torn = tornBytes > 0 ? `, and ${tornBytes} bytes of a line that was not written whole` : '';
  console.log(
    `${shownText(runId)}: ${records.length} records in one chain${torn}; each of ${calls} calls was allowed before it was made, by the rules in the log`,
  );
  if (message)
    console.log(
      `✔ message ${message.sequence} of ${shownText(message.topicId)} by ${shownText(message.agentId)} commits to this log up to record ${message.seq}`,
    );
  for (const { objectKey, seq } of commitments)
    console.log(`✔ ${shownText(objectKey)} commits to this log up to record ${seq}`);
  for (const { runId: id, agent, isHere } of delegated)
    console.log(
      isHere
        ? `✔ ${shownText(id)} of ${shownText(agent)} was delegated by it, and its log is sound`
        : `! ${shownText(id)} of ${shownText(agent)} was delegated by it; its log is not here`,
    );
  console.log(
    authentic
      ? 'written by this machine'
      : 'not written by this machine: it cannot be resumed, approved or forked here',
  );
  if (!hasEnded) console.log('the run has not ended: its chain is valid so far');
  console.log(`head ${head.hash}`);
}
