import type { Asking } from '../driver/asking.ts';
import type { RunClock } from '../driver/delegation.ts';

/** Stops the clock of a delegating run while every delegated run in progress waits for an approver. */
export class SharedClock {
  readonly #clock: RunClock;
  #runs = 0;
  #waiting = 0;
  #isStopped = false;
  /** Prompts for approvers, one after another. */
  #prompts: Promise<unknown> = Promise.resolve();

  constructor(clock: RunClock) {
    this.#clock = clock;
  }

  get leftMs(): number {
    return this.#clock.leftMs;
  }

  async during<Result>(run: (asking: (asking: Asking) => Asking) => Promise<Result>): Promise<Result> {
    const own = { isWaiting: false };
    this.#runs += 1;
    this.#update();
    try {
      return await run((asking) => this.#wrap(asking, own));
    } finally {
      this.#setWaiting(own, false);
      this.#runs -= 1;
      this.#update();
    }
  }

  #wrap(asking: Asking, own: { isWaiting: boolean }): Asking {
    const { ask, isRemote = false, waits, beforeContinuing, otherwise } = asking;
    return {
      otherwise,
      isRemote,
      ...(ask
        ? {
            ask: async (asked, signal) => {
              this.#setWaiting(own, true);
              // One terminal shows one question at a time; remote approvers see all of them.
              const before = isRemote ? Promise.resolve() : this.#prompts;
              const turn = before.then(() => (signal.aborted ? undefined : ask(asked, signal)));
              if (!isRemote) this.#prompts = turn.catch(() => undefined);
              try {
                return await turn;
              } finally {
                this.#setWaiting(own, false);
              }
            },
          }
        : {}),
      waits: (state) => {
        this.#setWaiting(own, true);
        waits?.(state);
      },
      beforeContinuing: async () => {
        await beforeContinuing?.();
        this.#setWaiting(own, false);
      },
    };
  }

  #setWaiting(own: { isWaiting: boolean }, isWaiting: boolean): void {
    if (own.isWaiting === isWaiting) return;
    own.isWaiting = isWaiting;
    this.#waiting += isWaiting ? 1 : -1;
    this.#update();
  }

  #update(): void {
    const isStopped = this.#runs > 0 && this.#waiting === this.#runs;
    if (isStopped === this.#isStopped) return;
    this.#isStopped = isStopped;
    if (isStopped) this.#clock.stop();
    else this.#clock.start();
  }
}
