import type { DeadlyEvent } from './plan-residents.ts';

/** Counts the events of the residents, so that their process can be killed at one of them. */
export class DeadlyEvents {
  #awaited: { event: DeadlyEvent; left: number; resolve: () => void } | undefined;

  note(event: DeadlyEvent): void {
    if (this.#awaited?.event !== event) return;
    this.#awaited.left -= 1;
    if (this.#awaited.left === 0) this.#awaited.resolve();
  }

  /** Resolves at the `count`-th event of this kind from now on, or once the signal aborts. */
  async reach(event: DeadlyEvent, count: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#awaited = { event, left: count, resolve };
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    this.#awaited = undefined;
  }
}
