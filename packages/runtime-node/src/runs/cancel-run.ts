import type { RunStore } from '@agent-home/agent-runtime';
import { reachRun } from './reach-run.ts';

/**
 * Ends a run. Its writer gets a request; without one, because its process died or it waits for an approver, its
 * log is ended here. A pending call is not settled.
 * @returns true if the run has already ended; `asked` ends it within a second
 * @throws RunStoreError `no_such_run`; LogError if the log differs from its replay
 */
export async function cancelRun(
  store: RunStore,
  runId: string,
  { reason, now }: { reason: string; now: () => string },
): Promise<'asked' | 'ended' | 'had_ended'> {
  let hadEnded = false;
  const reached = await reachRun(store, runId, {
    request: { kind: 'cancel', reason },
    getInput: ({ ended }) => {
      hadEnded = ended !== undefined;
      return hadEnded ? undefined : { type: 'run.cancel_requested', time: now(), data: { reason } };
    },
  });
  if (reached.by === 'inbox') return 'asked';
  return hadEnded ? 'had_ended' : 'ended';
}
