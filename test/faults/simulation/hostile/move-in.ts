import { setMaxListeners } from 'node:events';
import type { ObjectStore } from '@agent-home/object-store';
import type { Journal } from '../journal/journal.ts';
import { Memory } from './asking.ts';
import { runErrands } from './errands.ts';
import { continueElsewhere } from './going-on.ts';
import { spendTheRate } from './greed.ts';
import { leaveAndWriteOn, outliveToken } from './leaver.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { liveHostile } from './resident.ts';
import { witnessLife } from './witness-life.ts';

/** Runs the hostile life in all weathers, and the measured actions in calm time. */
export function moveInNextDoor(
  neighbourhood: Neighbourhood,
  store: ObjectStore,
  journal: Journal,
  { seed, pace }: { seed: number; pace: number },
) {
  const memory = new Memory();
  memory.formerRights.push(neighbourhood.formerRight);
  const leaving = new AbortController();
  setMaxListeners(100, leaving.signal);
  const living = [
    liveHostile(neighbourhood, journal, { seed, memory }, leaving.signal),
    witnessLife(neighbourhood, leaving.signal),
  ];
  let writingOn: Promise<void> | undefined;
  return {
    /** Waits until all errands are done or their patience is over, while the other agents continue. */
    async liveCalmly(): Promise<void> {
      const left = new Promise<void>((resolve) => {
        writingOn = leaveAndWriteOn(neighbourhood, leaving.signal, resolve);
        // Awaited when the life ends.
        writingOn.catch(() => resolve());
      });
      await Promise.all([
        left.then(() => runErrands(neighbourhood, store, journal, pace)),
        outliveToken(neighbourhood, journal),
        continueElsewhere(neighbourhood, journal, memory),
        spendTheRate(neighbourhood, journal),
      ]);
    },
    async moveOut(): Promise<void> {
      leaving.abort();
      await Promise.all([...living, writingOn]);
      journal.goneAt = Date.now();
    },
  };
}
