import { jittered, type Surroundings } from '../../packages/sdk/src/shared/clock.ts';
import type { RequestCounts } from './request-counts.ts';

/** As the SDK's state watcher has them by default. */
const polling = { activeMs: 150, idleMs: 4_000 };
const activeForMs = 3_000;
const growth = 1.5;

/**
 * The looks at a topic's state of one who follows it: quick for a while after a change or a wake-up, then seldom. The
 * feed wakes whoever takes part, at the moment of the entry.
 */
export class FollowingModel {
  readonly #surroundings: Surroundings;
  readonly #counts: RequestCounts;

  constructor(surroundings: Surroundings, counts: RequestCounts) {
    this.#surroundings = surroundings;
    this.#counts = counts;
  }

  /** `entries` and `wakes`: moments, in order. Each entry is read once. */
  follow({
    start,
    end,
    entries,
    wakes,
  }: {
    start: number;
    end: number;
    entries: number[];
    wakes: number[];
  }): void {
    const wakeUps = [...entries, ...wakes].sort((one, other) => one - other);
    let [entry, wakeUp] = [0, 0];
    let interval = polling.activeMs;
    let activeUntil = start;
    for (let at = start; at < end; ) {
      this.#counts.get += 1;
      let isNews = false;
      while ((entries[entry] ?? Number.POSITIVE_INFINITY) <= at) {
        entry += 1;
        isNews = true;
        this.#counts.get += 1;
      }
      if (isNews) {
        activeUntil = at + activeForMs;
        // Whoever waited has its answer and waits anew: the watcher begins with a look.
        this.#counts.get += 1;
      }
      const isActive = at < activeUntil;
      interval = Math.min(isActive ? polling.activeMs : polling.idleMs, interval * growth);
      const next = at + jittered(this.#surroundings, Math.min(polling.idleMs, interval), 0.2);
      while ((wakeUps[wakeUp] ?? Number.POSITIVE_INFINITY) <= at) wakeUp += 1;
      const woken = wakeUps[wakeUp] ?? Number.POSITIVE_INFINITY;
      at = Math.min(next, woken);
      if (woken > next) continue;
      activeUntil = at + activeForMs;
      interval = polling.activeMs / 6;
    }
  }
}
