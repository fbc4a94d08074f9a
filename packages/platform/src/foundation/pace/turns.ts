import { within } from './within.ts';

export interface Turns {
  /** Runs work that somebody waits for, and that is soon done. */
  short<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs one step of long work, once short work leaves it room. `isCalm`: nobody else wants anything. */
  step<Result>(work: (isCalm: boolean) => Promise<Result>): Promise<Result>;
}

/** Short work was done so lately that more of it may come at any moment: long work then takes one small step at a time. */
const calmAfterMs = 1_000;
/**
 * Nothing is waited for longer: long work goes on however much short work there is, and what takes as long as this waits
 * itself, as for an object that its author makes come slowly, and must not make others wait.
 */
const mostWaitMs = 500;
/** How many items a small step takes: so few that who comes during one hardly notices. */
const fewItems = 4;

/**
 * Lets a flood in one place not hold up what happens elsewhere: long work is done in steps between short work, and as fast
 * as it can be while nobody else wants anything (openspec: input-processing).
 */
export function openTurns(now: () => number = () => performance.now()): Turns {
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
      const counted = within(settled(run), mostWaitMs).then(() => {
        underWay.delete(counted);
        lastShort = now();
      });
      underWay.add(counted);
      return run;
    },
    step(work) {
      if (isCalm()) return work(true);
      const mayBegin = lastStep.then(async () => {
        if (underWay.size > 0) await within(untilNone(), mostWaitMs);
      });
      const run = mayBegin.then(() => work(isCalm()));
      lastStep = mayBegin.then(() => within(settled(run), mostWaitMs));
      return run;
    },
  };
}

/** When work has ended, well or not. */
function settled(work: Promise<unknown>): Promise<void> {
  return work.then(
    () => undefined,
    () => undefined,
  );
}

/** Works items off, a few in each step, or all that are left where nobody else wants anything. At least one step. */
export async function inSteps<Item>(
  turns: Turns,
  items: readonly Item[],
  work: (some: Item[], isLast: boolean) => Promise<void>,
): Promise<void> {
  let done = 0;
  do {
    await turns.step(async (isCalm) => {
      const end = isCalm ? items.length : Math.min(done + fewItems, items.length);
      await work(items.slice(done, end), end === items.length);
      done = end;
    });
  } while (done < items.length);
}
