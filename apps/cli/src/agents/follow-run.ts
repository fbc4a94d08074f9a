import {
  checkedValue,
  type FollowedRecord,
  type KairoEvent,
  putBack,
  type RunRecord,
} from '@agent-home/run-log';
import type { RunStore } from '@agent-home/runtime';
import type { AgentRuntime } from '@agent-home/runtime-node';

/** One who is shown a run, record by record. */
export type Follower = (record: FollowedRecord) => void;

export interface Followed {
  /** Once everything that has happened so far was shown. */
  shown(): Promise<void>;
  /** After that: nothing more is. */
  end(): Promise<void>;
}

/** Shows a run while it goes on. Events come after the log has them: what is shown is what stands there. */
export function followRun(
  { runtime, store }: { runtime: AgentRuntime; store: RunStore },
  runId: string,
  follower: Follower,
): Followed {
  let last: Promise<void> = Promise.resolve();
  let values: Promise<(sha256: string) => string | undefined> | undefined;
  const show = async (event: KairoEvent) => {
    values ??= store.read(runId).then(({ value }) => value);
    const data = putBack(event.data, checkedValue(await values, 0)) as RunRecord['data'];
    const seq = Number(event.id.slice(event.id.lastIndexOf(':') + 1));
    follower({ ...event, data, seq, correlationId: runId });
  };
  const unsubscribe = runtime.on('**', (event) => {
    if (event.correlationId === runId) last = last.then(() => show(event));
  });
  const shown = async () => {
    // Handlers are called in microtasks: those of the last records are due before this one.
    await Promise.resolve();
    await last;
  };
  return {
    shown,
    async end() {
      await shown();
      unsubscribe();
    },
  };
}
