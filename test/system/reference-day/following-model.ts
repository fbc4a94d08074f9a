import { jittered, type Surroundings } from '../../../packages/sdk/src/shared/clock.ts';
import { defaultPolling, LookingPace } from '../../../packages/sdk/src/topic-reading/looking-pace.ts';
import type { RequestCounts } from './request-counts.ts';

/** Delay between the verdict, which the feed reports, and the state in the bucket. */
const publishedAfterMs = 25;

/**
 * Counts the polls of a topic's state by a follower, at the SDK's own pace. The feed notifies each participant at the time of the
 * entry. After it has seen that entry, a follower stops polling until the next notification.
 */
export class FollowingModel {
  readonly #surroundings: Surroundings;
  readonly #counts: RequestCounts;

  constructor(surroundings: Surroundings, counts: RequestCounts) {
    this.#surroundings = surroundings;
    this.#counts = counts;
  }

  /** Simulates a follower; each entry is read once. `entries` and `wakes` are times, in order. */
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
    const pace = new LookingPace(defaultPolling);
    const pauseAfter = (at: number) => at + jittered(this.#surroundings, pace.next(at), 0.2);
    /** A notification during a pause restarts it, because the reported entry is readable some moments later. */
    const nextLookAfter = (look: number) => {
      let next = pauseAfter(look);
      for (let woken = wakeUps[wakeUp]; woken !== undefined && woken <= next; woken = wakeUps[++wakeUp]) {
        if (woken <= look) continue;
        pace.woken(woken);
        next = pauseAfter(woken);
      }
      return next;
    };
    for (let at = start; at < end; ) {
      this.#counts.get += 1;
      let isNews = false;
      while ((entries[entry] ?? Number.POSITIVE_INFINITY) + publishedAfterMs <= at) {
        entry += 1;
        isNews = true;
        this.#counts.get += 1;
      }
      // The feed has reported the change and would report the next one.
      if (isNews) pace.rest();
      at = nextLookAfter(at);
    }
  }
}
