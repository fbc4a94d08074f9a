import { setMaxListeners } from 'node:events';
import type { ObjectStore } from '@agent-home/object-store';
import type { Journal } from '../journal/journal.ts';
import { runErrands } from './errands.ts';
import { leaveAndWriteOn, outliveToken } from './leaver.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { liveHostile } from './resident.ts';

/** The hostile life next door, to be ended by its signal; and what happens there while all is calm. */
export function moveIn(neighbourhood: Neighbourhood, store: ObjectStore, journal: Journal, seed: number) {
  const leaving = new AbortController();
  setMaxListeners(100, leaving.signal);
  const living = liveHostile(neighbourhood, journal, seed, leaving.signal);
  let calm: Promise<unknown> = Promise.resolve();
  return {
    calmBegins(): void {
      calm = Promise.all([
        runErrands(neighbourhood, store, journal),
        leaveAndWriteOn(neighbourhood, leaving.signal),
        outliveToken(neighbourhood, journal),
      ]);
      // It is awaited once the life ends.
      calm.catch(() => undefined);
    },
    async moveOut(): Promise<void> {
      leaving.abort();
      await Promise.all([living, calm]);
      journal.goneAt = Date.now();
    },
  };
}
