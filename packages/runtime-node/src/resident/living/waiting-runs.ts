import { getQuestion, type PersonsWord, type Question } from '@agent-home/agent-runtime';
import type { Asking, RunResult } from '../../index.ts';
import type { RunSlots } from './run-slots.ts';

/** Maximum runs of one topic that wait for approvers, so that third-party text cannot cause endless questions. */
const mostWaiting = 3;

type ApprovalQuestion = Extract<Question, { kind: 'approval' }>;

/** Approvers elsewhere than on this machine. */
export interface RemoteApprovers {
  /** Returns the approval of a call that approvers allowed in advance. */
  allowed(question: ApprovalQuestion): PersonsWord | undefined;
  /** @returns undefined without a decision; the run then stays as it is */
  decide(
    asked: { runId: string; question: ApprovalQuestion },
    signal: AbortSignal,
  ): Promise<PersonsWord | undefined>;
}

/**
 * Runs of a topic that wait for an approver. They wait in this process and continue when the answer arrives, without blocking the
 * topic. When the process stops, they stay in the store for the next one.
 */
export class WaitingRuns {
  readonly #waiting = new Set<string>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #log: (message: string, facts: Record<string, unknown>) => void;
  readonly #slots: RunSlots | undefined;

  /** @param slots limits the runs at the same time; without it there is no limit */
  constructor(log: (message: string, facts: Record<string, unknown>) => void, slots?: RunSlots) {
    this.#log = log;
    this.#slots = slots;
  }

  /**
   * Starts a run.
   * @returns once it has ended or waits for an approver; then it continues in the background
   * @param mayContinue throws if the agent may no longer run when the answer arrives
   * @throws the signal's reason if it aborts before the run has a slot
   */
  async begin(
    run: (asking: Asking) => Promise<RunResult>,
    mayContinue: () => Promise<unknown>,
    { signal, approvers }: { signal: AbortSignal; approvers?: RemoteApprovers | undefined },
  ): Promise<RunResult> {
    const acquire = async () => (await this.#slots?.acquire(signal)) ?? (() => {});
    let release = await acquire();
    let isLeft = false;
    // The run itself, or the runs that it delegates.
    const mine = new Set<string>();
    let resolveWaits = (_: RunResult) => {};
    const waiting = new Promise<RunResult>((resolve) => {
      resolveWaits = resolve;
    });
    const isMine = () => [...mine].some((runId) => this.#waiting.has(runId));
    const room = () => this.#waiting.size < mostWaiting || isMine();
    const clear = () => {
      for (const runId of mine) this.#waiting.delete(runId);
      mine.clear();
    };
    const onWaiting = (runId: string, question: Question | undefined, result: RunResult) => {
      mine.add(runId);
      this.#waiting.add(runId);
      this.#log('a person is asked', { run: runId, question: question?.id, tool: question?.data.tool });
      isLeft = true;
      release();
      resolveWaits(result);
    };
    const onContinuing = async () => {
      await mayContinue();
      release();
      release = await acquire();
      clear();
    };
    const asking: Asking = {
      ...(approvers === undefined
        ? {}
        : {
            isRemote: true,
            ask: async ({ runId, question, state }, over) => {
              if (question.kind !== 'approval') return undefined;
              const allowed = approvers.allowed(question);
              if (allowed || !room()) return allowed;
              onWaiting(runId, question, { runId, state });
              const word = await approvers.decide({ runId, question }, over);
              if (!signal.aborted) await onContinuing();
              return word;
            },
          }),
      get otherwise() {
        return room() ? ('stay' as const) : ('fail' as const);
      },
      waits: (state) => {
        const runId = state.first.run_id;
        onWaiting(runId, getQuestion(state), { runId, state });
      },
      beforeContinuing: onContinuing,
    };
    const running = run(asking);
    const kept = running
      .catch((err: unknown) => {
        // The caller handles the error as long as it waits for the run.
        if (isLeft)
          this.#log('a run that had waited for a person broke off', { run: [...mine].join(', '), err });
      })
      .finally(() => {
        clear();
        release();
        this.#running.delete(kept);
      });
    this.#running.add(kept);
    return Promise.race([running, waiting]);
  }

  /** Resolves once all runs have ended or were abandoned; their resources are closed afterwards. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }
}
