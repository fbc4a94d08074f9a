import {
  chargedUsage,
  delegatingAgent,
  getQuestion,
  isCostLimited,
  mostDepth,
  type RunState,
  sumUsage,
  taskMessage,
} from '@agent-home/agent-runtime';
import { LogError } from '@agent-home/agent-runtime/run-log';
import { sha256Hex } from '@agent-home/protocol';
import pMap from 'p-map';
import type { Asking } from '../driver/asking.ts';
import type { Delegated, DelegatedRun, Delegation, RunClock, Task } from '../driver/delegation.ts';
import { RunStoreError } from '../run-store/run-store-error.ts';
import type { UserMessage } from './run-setup.ts';
import type { RunResult } from './runtime-options.ts';
import { SharedClock } from './shared-clock.ts';
import type { TeamMember } from './team.ts';

/** Limit of delegated runs of one call or node at the same time. */
const mostAtOnce = 4;

/** UTF-16 units of the reason why a run could not start. */
const longestReason = 1_000;

/** Start of a delegated run. */
export interface DelegatedSetup {
  runId: string;
  member: TeamMember;
  message: UserMessage;
  /** State of the delegating run, with the call or node in progress. */
  parent: RunState;
  callId: string;
  /** Number of runs that share what the delegating run has left. */
  shares: number;
  /** Milliseconds that the delegating run has left. */
  leftMs: number;
  asking: Asking;
  signal: AbortSignal;
}

interface Parts {
  /** Removes secrets from a text. */
  clean(text: string): string;
  /** @throws an error whose `code` and message explain why the agent cannot run */
  member(agent: string, sessionId: string): Promise<TeamMember>;
  start(setup: DelegatedSetup): Promise<RunResult>;
  /** @throws RunStoreError `no_such_run`, `run_is_written` */
  resume(runId: string, options: { asking: Asking; signal: AbortSignal }): Promise<RunResult>;
}

/** Result of a run, or the error that prevented it. */
type Result = { runId: string; agent: string } & ({ result: RunResult } | { error: unknown });

/** Runs of tasks that a run delegates, each with a log of its own. */
export class DelegatedRuns implements Delegation {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async perform(
    { callId, idempotencyKey }: { callId: string; idempotencyKey: string },
    tasks: readonly Task[],
    {
      state: parent,
      asking,
      clock,
      signal,
    }: { state: RunState; asking: Asking; clock: RunClock; signal: AbortSignal },
  ): Promise<Delegated> {
    const shared = new SharedClock(clock);
    const run = (task: Task) => {
      const runIds = delegatedRunIds(parent.first.run_id, idempotencyKey, task.id);
      return shared.during((wrap) =>
        this.#run(task, runIds, {
          callId,
          parent,
          shares: tasks.length,
          leftMs: shared.leftMs,
          asking: wrap(asking),
          signal,
        }),
      );
    };
    const results = await pMap(tasks, run, { concurrency: mostAtOnce });
    return {
      runs: results.map((each) => this.#describe(each)),
      usage: sumUsage(results.flatMap((each) => ('result' in each ? [chargedUsage(each.result.state)] : []))),
      waiting: results.flatMap(waitingRuns),
    };
  }

  async #run(
    { agent, message: text }: Task,
    runIds: readonly string[],
    options: Omit<DelegatedSetup, 'runId' | 'member' | 'message'>,
  ): Promise<Result> {
    const { parent } = options;
    let [runId = ''] = runIds;
    try {
      if ((parent.first.parent?.depth ?? 0) >= mostDepth) throw tooDeep();
      for (runId of runIds) {
        const known = await this.#resume(runId, options);
        if (known === 'none') break;
        if (known !== 'not_begun') return { runId, agent, result: known };
      }
      const member = await this.#parts.member(agent, `delegated-${runId}`);
      requirePrice(parent, member);
      const from = delegatingAgent(parent);
      const message: UserMessage = {
        text: taskMessage({ from, task: text }),
        origin: parent.origin,
        tainted: parent.tainted,
        extra: { delegated_by: from },
      };
      return { runId, agent, result: await this.#parts.start({ ...options, runId, member, message }) };
    } catch (error) {
      return { runId, agent, error };
    }
  }

  #describe(each: Result): DelegatedRun {
    if ('result' in each) return describeEnd(each.agent, each.result);
    const { runId, agent, error } = each;
    const reason = error instanceof Error ? error.message : 'unknown reason';
    const message = this.#parts.clean(reason.slice(0, longestReason)).toWellFormed();
    return { runId, agent, status: 'failed', code: getCode(error), message, answer: '', tainted: false };
  }

  /**
   * Continues a run that a process which died has begun. `not_begun`: the process died before the run had its message, so that it has
   * done nothing and is not used.
   */
  async #resume(
    runId: string,
    { asking, signal }: { asking: Asking; signal: AbortSignal },
  ): Promise<RunResult | 'none' | 'not_begun'> {
    try {
      const result = await this.#parts.resume(runId, { asking, signal });
      return result.state.messageSeq === 0 ? 'not_begun' : result;
    } catch (error) {
      if (error instanceof RunStoreError && error.code === 'no_such_run') return 'none';
      if (error instanceof LogError && error.code === 'missing_start') return 'not_begun';
      throw error;
    }
  }
}

/** Deaths of processes that a task survives between the creation of its run and its message. */
const mostStarts = 10;

/**
 * Returns the ids that the run of a task may have, the same for each process. They sort next to the run that delegates. The first one
 * is used unless a process died while it was created.
 */
function delegatedRunIds(runId: string, idempotencyKey: string, task: string): string[] {
  const time = /^run_([0-9a-z]{9})/.exec(runId)?.[1] ?? '000000000';
  return Array.from({ length: mostStarts }, (_, start) => {
    const hash = sha256Hex(new TextEncoder().encode(`${idempotencyKey}\n${task}\n${start}`));
    return `run_${time}${hash.slice(0, 16)}`;
  });
}

function tooDeep(): Error {
  return Object.assign(
    new Error(`a delegated run has at most ${mostDepth} runs above it: do the task without other agents`),
    { code: 'too_deep' },
  );
}

function requirePrice(parent: RunState, { order }: TeamMember): void {
  if (!isCostLimited(parent) || order.model.price !== undefined) return;
  throw Object.assign(new Error(`model ${order.model.name} has no price, but maxCost is set`), {
    code: 'price_missing',
  });
}

/** Returns the runs that keep this one waiting: itself, or those that it delegated. A run that another process drives is waited for. */
function waitingRuns(each: Result): readonly string[] {
  const { runId } = each;
  if ('error' in each)
    return each.error instanceof RunStoreError && each.error.code === 'run_is_written' ? [runId] : [];
  const { state, waitsFor = [] } = each.result;
  if (state.ended) return [];
  return getQuestion(state) === undefined ? waitsFor : [runId];
}

function describeEnd(agent: string, { runId, state }: RunResult): DelegatedRun {
  const { ended, head, tainted } = state;
  const { status = 'failed', code, message, answer = '' } = ended ?? {};
  return {
    runId,
    agent,
    status,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    answer,
    tainted,
    head: { seq: head.seq, hash: head.hash },
  };
}

function getCode(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code.slice(0, 100) : 'delegated_run_failed';
}
