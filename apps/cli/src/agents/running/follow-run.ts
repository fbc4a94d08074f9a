import type { FollowedRecord, KairoEvent, RunStarted } from '@agent-home/agent-runtime/run-log';
import type { AgentRuntime } from '@agent-home/runtime-node';

/** Callback that receives the records of a run, one by one. */
export type Follower = (record: FollowedRecord) => void;

/** Callback that receives the records of the runs that a run delegates, with the agents at work. */
export type DelegatedFollower = (record: FollowedRecord, agents: readonly string[]) => void;

export interface Followed {
  /** Resolves once every record so far was shown. */
  shown(): Promise<void>;
  /** Stops showing records. */
  end(): Promise<void>;
}

interface DelegatedRunsToFollow {
  delegated?: DelegatedFollower | undefined;
  /** Runs that this one has delegated before, with the agents from the first one below it. */
  runs?: readonly { runId: string; agents: readonly string[] }[];
}

/**
 * Shows a run in progress. Each event follows its log record, with attachments inserted: a member `$beside` in one is user data,
 * not a reference.
 */
export function followRun(
  { runtime }: { runtime: AgentRuntime },
  runId: string,
  follower: Follower,
  { delegated, runs = [] }: DelegatedRunsToFollow = {},
): Followed {
  let last: Promise<void> = Promise.resolve();
  /** Agents of delegated runs, from the first one below this run, by run. */
  const below = new Map(runs.map((run) => [run.runId, run.agents]));
  const show = (event: KairoEvent) => {
    const seq = Number(event.id.slice(event.id.lastIndexOf(':') + 1));
    const { correlationId = runId } = event;
    const record = { ...event, seq, correlationId };
    if (correlationId === runId) return follower(record);
    if (event.type === 'run.started') add(correlationId, event.data as unknown as RunStarted);
    const agents = below.get(correlationId);
    if (agents) delegated?.(record, agents);
  };
  const add = (id: string, { agent, parent }: RunStarted) => {
    const above = parent?.run_id === runId ? [] : below.get(parent?.run_id ?? '');
    if (above) below.set(id, [...above, agent]);
  };
  const unsubscribe = runtime.on('**', (event) => {
    if (event.correlationId === runId || delegated) last = last.then(() => show(event));
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
