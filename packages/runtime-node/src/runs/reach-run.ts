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
 * The one way by which another process reaches a run: whoever writes it finds the request in the run's inbox, and where nobody
 * does it is put into the log here, so that nothing has to run for it.
 * @param inputOf what it is to the run as it stands; undefined where it is nothing to it
 * @throws RunStoreError `no_such_run`, `log_not_authentic`; LogError where the log is not what its inputs make of it; what `inputOf` throws
 */
export async function reachRun(
  store: RunStore,
  runId: string,
  { request, inputOf }: { request: RunRequest; inputOf: (state: RunState) => RunInput | undefined },
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
    const input = inputOf(state);
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
