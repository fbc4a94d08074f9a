import { withTimeout } from './with-timeout.ts';

export interface PriorityScheduler {
  /** Runs short work that a caller waits for, at once. */
  short<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs one step of long work when no short work is running. `isCalm`: no other work is waiting or was recent. */
  step<Result>(work: (isCalm: boolean) => Promise<Result>): Promise<Result>;
}

/** Time after short work in which more of it is expected; long work then takes one small step at a time. */
const calmAfterMs = 1_000;
/**
 * The longest wait for other work: long work proceeds under any amount of short work. Work that takes longer is itself
 * waiting, as for an object that its author sends slowly, and must not delay others.
 */
const mostWaitMs = 500;
/** Number of items in a small step, chosen so that short work that starts during the step is hardly delayed. */
const fewItems = 4;

/**
 * Keeps a flood in one topic from delaying the others: long work runs in steps between short work, and at full speed
 * while there is no other work (openspec: input-processing). A library for prioritized queues, such as `p-queue`, orders
 * work but does not size a step by the load.
 */
export function createPriorityScheduler(now: () => number = () => performance.now()): PriorityScheduler {
  const underWay = new Set<Promise<unknown>>();
  let lastShort = Number.NEGATIVE_INFINITY;
  let lastStep: Promise<unknown> = Promise.resolve();
  const isCalm = () => underWay.size === 0 && now() - lastShort > calmAfterMs;

  async function untilNone(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    short(work) {
      const run = work();
      const counted = withTimeout(settled(run), mostWaitMs).then(() => {
        underWay.delete(counted);
        lastShort = now();
      });
      underWay.add(counted);
      return run;
    },
    step(work) {
      if (isCalm()) return work(true);
      const mayBegin = lastStep.then(async () => {
        if (underWay.size > 0) await withTimeout(untilNone(), mostWaitMs);
      });
      const run = mayBegin.then(() => work(isCalm()));
      lastStep = mayBegin.then(() => withTimeout(settled(run), mostWaitMs));
      return run;
    },
  };
}

/** Resolves when work has ended, even if it failed. */
function settled(work: Promise<unknown>): Promise<void> {
  return work.then(
    () => undefined,
    () => undefined,
  );
}

/** Processes items: a few in each step, or all remaining ones if there is no other work. Runs at least one step. */
export async function runInSteps<Item>(
  scheduler: PriorityScheduler,
  items: readonly Item[],
  work: (some: Item[], isLast: boolean) => Promise<void>,
): Promise<void> {
  let done = 0;
  do {
    await scheduler.step(async (isCalm) => {
      const end = isCalm ? items.length : Math.min(done + fewItems, items.length);
      await work(items.slice(done, end), end === items.length);
      done = end;
    });
  } while (done < items.length);
}
