import type { PublishedSignal } from '../../signals/channel-signal.ts';
import { type CachedView, toView } from '../topics/topic-views.ts';

const freshMs = 1_000;

/**
 * Response shared by all anonymous viewers, cached while nothing is published, for at most a second: a thousand
 * open tabs request it after every message. A response read during a publication goes to earlier requests and
 * is not cached.
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
    const reading = this.#reading ?? read().then(toView);
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
