import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { RunCommandError } from '../../errors/command-errors.ts';
import { openRuns, type RunsFlags, withPlainErrors } from './open-runs.ts';
import { readRun } from './read-run.ts';

export interface SessionRuns {
  session_id: string;
  /** Start of the first one. */
  started_at: string;
  /** Oldest first. */
  runs: RunRecord[][];
}

/**
 * Returns the runs of a session. Each is verified, because the caller would trust a changed log.
 * @throws RunCommandError `no_runs`, or the fault of a log
 */
export function readSession(
  environment: Record<string, string | undefined>,
  session: string,
  flags: RunsFlags,
): Promise<SessionRuns> {
  return withPlainErrors(async () => {
    const store = openRuns(environment, flags);
    const found = (await store.list({ sessionId: session })).toReversed();
    const [oldest] = found;
    if (!oldest)
      throw new RunCommandError(
        'no_runs',
        `session ${shownText(session)} has no runs: see agent-home runs list`,
      );
    const runs: RunRecord[][] = [];
    for (const { runId } of found) {
      const { records, problem } = await readRun(store, runId);
      if (problem)
        throw new RunCommandError(problem.code, `the log of run ${runId} is damaged: ${problem.message}`);
      runs.push(records);
    }
    return { session_id: session, started_at: oldest.startedAt, runs };
  });
}
