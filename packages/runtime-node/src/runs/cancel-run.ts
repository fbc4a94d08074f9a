import { type RunStore, replayLog, transition } from '@agent-home/runtime';
import { RunStoreError } from '../run-store/run-store-error.ts';

/**
 * Ends a run: whoever writes it is asked to, and where nobody does – its process died – its log is ended here. What it had
 * under way is not looked after.
 * @returns whether the run has ended already: `asked` ends it within a second
 * @throws RunStoreError `no_such_run`; LogError where the log is not what its inputs make of it
 */
export async function cancelRun(
  store: RunStore,
  runId: string,
  { reason, now }: { reason: string; now: () => string },
): Promise<'asked' | 'ended' | 'had_ended'> {
  const writer = await store.lock(runId).catch((error: unknown) => {
    if (error instanceof RunStoreError && error.code === 'run_is_written') return undefined;
    throw error;
  });
  if (!writer) {
    await store.request(runId, { kind: 'cancel', reason });
    return 'asked';
  }
  try {
    const { lines, value } = await store.read(runId);
    const { state, missing } = replayLog(lines, value);
    if (missing.length > 0) await writer.append(missing, new Map());
    if (state.ended) return 'had_ended';
    const { sealed } = transition(state, { type: 'run.cancel_requested', time: now(), data: { reason } });
    const beside = new Map(sealed.flatMap((each) => [...each.beside]));
    await writer.append(
      sealed.map(({ line }) => line),
      beside,
    );
    await writer.sync();
    return 'ended';
  } finally {
    await writer.close();
  }
}
