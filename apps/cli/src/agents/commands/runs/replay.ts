import { replayLog } from '@agent-home/agent-runtime';
import { LogError } from '@agent-home/agent-runtime/run-log';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';

/** `agent-home runs replay RUN`: recomputes the log from its inputs. Returns 1 if the result differs. */
export async function replayRun(
  environment: Record<string, string | undefined>,
  runId: string,
  flags: RunsFlags,
): Promise<number> {
  const { lines, value } = await withPlainErrors(() => openRuns(environment, flags).read(runId));
  try {
    const { records, missing } = replayLog(lines, value);
    const rest = missing.length === 0 ? '' : `; ${missing.length} records of the last step are missing`;
    console.log(`${runId}: byte-equal: ${records.length} records${rest}`);
    return 0;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    console.log(`${runId}: differs at ${error.message} [${error.code}]`);
    return 1;
  }
}
