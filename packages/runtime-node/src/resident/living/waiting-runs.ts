import { getQuestion } from '@agent-home/agent-runtime';
import type { Asking, RunResult } from '../../index.ts';

/** Maximum runs of one topic that wait for approvers, so that third-party text cannot cause endless questions. */
const mostWaiting = 3;

/**
 * Runs of a topic that wait for an approver. They wait in this process and continue when the answer arrives, without blocking the
 * topic. When the process stops, they stay in the store for the next one.
 */
export class WaitingRuns {
  readonly #waiting = new Set<string>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #log: (message: string, facts: Record<string, unknown>) => void;

  constructor(log: (message: string, facts: Record<string, unknown>) => void) {
    this.#log = log;
  }

  /**
   * Starts a run.
   * @returns once it has ended or waits for an approver; then it continues in the background
   * @param mayGoOn throws if the agent may no longer run when the answer arrives
   */
  async begin(
    run: (asking: Asking) => Promise<RunResult>,
    mayGoOn: () => Promise<unknown>,
  ): Promise<RunResult> {
    let isLeft = false;
    let runId: string | undefined;
    let resolveWaits = (_: RunResult) => {};
    const waiting = new Promise<RunResult>((resolve) => {
      resolveWaits = resolve;
    });
    const isMine = () => runId !== undefined && this.#waiting.has(runId);
    const room = () => this.#waiting.size < mostWaiting || isMine();
    const asking: Asking = {
      get otherwise() {
        return room() ? ('stay' as const) : ('fail' as const);
      },
      waits: (state) => {
        runId = state.started.run_id;
        this.#waiting.add(runId);
        const question = getQuestion(state);
        this.#log('a person is asked', { run: runId, question: question?.id, tool: question?.data.tool });
        isLeft = true;
        resolveWaits({ runId, state });
      },
      beforeContinuing: async () => {
        await mayGoOn();
        if (runId !== undefined) this.#waiting.delete(runId);
      },
    };
    const running = run(asking);
    const kept = running
      .catch((err: unknown) => {
        // The caller handles the error as long as it waits for the run.
        if (isLeft) this.#log('a run that had waited for a person broke off', { run: runId, err });
      })
      .finally(() => {
        if (runId !== undefined) this.#waiting.delete(runId);
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
