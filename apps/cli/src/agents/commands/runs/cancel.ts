import { cancelRun } from '@agent-home/runtime-node';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';

interface CancelFlags extends RunsFlags {
  reason: string;
}

/** `agent-home runs cancel RUN`: sends a request to the run's process, or ends the run if there is none. */
export async function cancel(
  environment: Record<string, string | undefined>,
  runId: string,
  { reason, ...flags }: CancelFlags,
): Promise<void> {
  const store = openRuns(environment, flags);
  const now = () => new Date().toISOString();
  const outcome = await withPlainErrors(() =>
    cancelRun(store, runId, { reason: reason.slice(0, 1_000), now }),
  );
  const told = {
    asked: 'cancellation requested',
    ended: 'no process ran it: ended',
    had_ended: 'had ended already',
  };
  console.log(`${runId}: ${told[outcome]}`);
}
