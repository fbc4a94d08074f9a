import type { RunState } from '@agent-home/agent-runtime';
import type { RunUsage } from '@agent-home/agent-runtime/run-log';
import type { Asking } from './asking.ts';

/** Clock of a run, which does not count the time in which approvers decide. */
export interface RunClock {
  /** Milliseconds that the run has left. */
  readonly leftMs: number;
  stop(): void;
  start(): void;
}

/** Task of a call or node. */
export interface Task {
  /** Distinguishes the tasks of one call or node; the same for each attempt at it. */
  id: string;
  agent: string;
  message: string;
}

/** Run of a task that has ended, or the reason why it could not run. */
export interface DelegatedRun {
  runId: string;
  agent: string;
  status: 'answered' | 'failed' | 'cancelled';
  code?: string;
  message?: string;
  answer: string;
  /** True if it has text of others. */
  tainted: boolean;
  /** Last record of its log, and the sha256 of that. Absent if there is no log. */
  head?: { seq: number; hash: string };
}

export interface Delegated {
  /** In the order of the tasks. */
  runs: readonly DelegatedRun[];
  /** Usage with which the delegating run is charged. */
  usage: RunUsage;
  /** Runs that wait for an approver in the store. If there are any, the delegating run waits as well, without a result. */
  waiting: readonly string[];
}

/** Runs tasks in runs of their own. */
export interface Delegation {
  /**
   * Starts a run for each task, or continues those that a dead process began: their ids are derived from `idempotencyKey`.
   * @param state of the delegating run, with the call or node in progress
   */
  perform(
    from: { callId: string; idempotencyKey: string },
    tasks: readonly Task[],
    parts: { state: RunState; asking: Asking; clock: RunClock; signal: AbortSignal },
  ): Promise<Delegated>;
}
