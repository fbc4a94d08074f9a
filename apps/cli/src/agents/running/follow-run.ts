import type { FollowedRecord, KairoEvent } from '@agent-home/agent-runtime/run-log';
import type { AgentRuntime } from '@agent-home/runtime-node';

/** Callback that receives the records of a run, one by one. */
export type Follower = (record: FollowedRecord) => void;

export interface Followed {
  /** Resolves once every record so far was shown. */
  shown(): Promise<void>;
  /** Stops showing records. */
  end(): Promise<void>;
}

/**
 * Shows a run in progress. Each event follows its log record, with attachments inserted: a member `$beside` in one is user data,
 * not a reference.
 */
export function followRun(
  { runtime }: { runtime: AgentRuntime },
  runId: string,
  follower: Follower,
): Followed {
  let last: Promise<void> = Promise.resolve();
  const show = (event: KairoEvent) => {
    const seq = Number(event.id.slice(event.id.lastIndexOf(':') + 1));
    follower({ ...event, seq, correlationId: runId });
  };
  const unsubscribe = runtime.on('**', (event) => {
    if (event.correlationId === runId) last = last.then(() => show(event));
  });
  const shown = async () => {
    // Handlers run in microtasks, so those of the last records run before this one.
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
