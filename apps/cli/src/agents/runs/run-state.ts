import type { RunSummary } from '@agent-home/agent-runtime';
import type { RunState } from '@agent-home/agent-runtime/run-log';
import type { FileRunStore } from '@agent-home/runtime-node';

/** State of a run whose log can be read. */
export type OpenOrEnded = Exclude<RunState, 'damaged'>;

/**
 * Returns the state of a run: an open run waits for an approval, has an answer, is running, or its process died: `runs resume`
 * continues it.
 * @param delegating ids of the runs that wait for one that they delegated
 */
export async function findState(
  store: FileRunStore,
  { runId, status, waiting }: Pick<RunSummary, 'runId' | 'status' | 'waiting'>,
  delegating: ReadonlySet<string>,
): Promise<OpenOrEnded> {
  if (status !== 'open') return status;
  if (waiting !== undefined) return waiting === 'resumption' ? 'resumable' : 'waiting';
  if ((await store.writer(runId)) !== undefined) return 'running';
  return delegating.has(runId) ? 'waiting' : 'interrupted';
}
