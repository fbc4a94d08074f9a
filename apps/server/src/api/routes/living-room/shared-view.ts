import type { PublishedSignal } from '../../signals/published-signal.ts';
import { type CachedView, viewOf } from '../topics/topic-views.ts';

const freshMs = 1_000;

/**
 * One answer for everybody who looks without having signed in, kept while nothing is published, for a second at most:
 * a thousand open pages ask for it after every line. What is read while something is published is told to those who asked
 * before, and kept for nobody.
 */
export class SharedView {
  #kept: { view: CachedView; until: number } | undefined;
  #reading: Promise<CachedView> | undefined;

  constructor(signal: PublishedSignal) {
    signal.subscribe(
      () => this.drop(),
      () => this.drop(),
    );
  }

  async read(read: () => Promise<object>): Promise<CachedView> {
    if (this.#kept && performance.now() < this.#kept.until) return this.#kept.view;
    const reading = this.#reading ?? read().then(viewOf);
    this.#reading = reading;
    try {
      const view = await reading;
      if (this.#reading === reading) this.#kept = { view, until: performance.now() + freshMs };
      return view;
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  drop(): void {
    this.#kept = undefined;
    this.#reading = undefined;
  }
}
