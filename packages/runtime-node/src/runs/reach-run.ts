import {
  type RunInput,
  type RunRequest,
  type RunState,
  type RunStore,
  type RunWriter,
  replayLog,
  transition,
} from '@agent-home/agent-runtime';
import { requireAuthentic } from '../run-store/not-authentic.ts';
import { RunStoreError } from '../run-store/run-store-error.ts';

/**
 * Delivers a request to a run, the only way for another process: its writer finds the request in the inbox;
 * without a writer it is appended to the log here, so that no process is needed.
 * @param getInput returns the input for the run in its present state; undefined if it does not apply
 * @throws RunStoreError `no_such_run`, `log_not_authentic`; LogError if the log differs from its replay; errors
 * of `getInput`
 */
export async function reachRun(
  store: RunStore,
  runId: string,
  { request, getInput }: { request: RunRequest; getInput: (state: RunState) => RunInput | undefined },
): Promise<{ by: 'inbox' } | { by: 'log'; state: RunState }> {
  const writer = await store.lock(runId).catch((error: unknown) => {
    if (error instanceof RunStoreError && error.code === 'run_is_written') return undefined;
    throw error;
  });
  if (!writer) {
    await store.request(runId, request);
    return { by: 'inbox' };
  }
  try {
    const stored = await store.read(runId);
    requireAuthentic(runId, stored);
    const { lines, value } = stored;
    const { state, missing } = replayLog(lines, value);
    if (missing.length > 0) await writer.append(missing, new Map());
    const input = getInput(state);
    return { by: 'log', state: input ? await write(writer, state, input) : state };
  } finally {
    await writer.close();
  }
}

async function write(writer: RunWriter, before: RunState, input: RunInput): Promise<RunState> {
  const { state, sealed } = transition(before, input);
  const beside = new Map(sealed.flatMap((each) => [...each.beside]));
  await writer.append(
    sealed.map(({ line }) => line),
    beside,
  );
  await writer.sync();
  return state;
}
