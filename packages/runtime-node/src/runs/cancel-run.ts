import type { RunStore } from '@agent-home/agent-runtime';
import { reachRun } from './reach-run.ts';

/**
 * Ends a run: whoever writes it is asked to, and where nobody does – its process died, or it waits for a person – its log is
 * ended here. What it had under way is not looked after.
 * @returns whether the run has ended already: `asked` ends it within a second
 * @throws RunStoreError `no_such_run`; LogError where the log is not what its inputs make of it
 */
export async function cancelRun(
  store: RunStore,
  runId: string,
  { reason, now }: { reason: string; now: () => string },
): Promise<'asked' | 'ended' | 'had_ended'> {
  let hadEnded = false;
  const reached = await reachRun(store, runId, {
    request: { kind: 'cancel', reason },
    inputOf: ({ ended }) => {
      hadEnded = ended !== undefined;
      return hadEnded ? undefined : { type: 'run.cancel_requested', time: now(), data: { reason } };
    },
  });
  if (reached.by === 'inbox') return 'asked';
  return hadEnded ? 'had_ended' : 'ended';
}
