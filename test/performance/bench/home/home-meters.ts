import type { ChildProcess } from 'node:child_process';
import type { DatabaseCounter } from '../costs/database-counter.ts';
import { Meter } from '../costs/meter.ts';
import { type StoreCounts, storeUsers } from '../costs/store-counts.ts';
import type { StatePut, StoreCounted } from './emulator-process.ts';

interface HomeProcesses {
  api: number | undefined;
  worker: number | undefined;
  store: number | undefined;
  /** Process id of the residents, if the home has any. */
  residents?: number | undefined;
}

interface HomeDatabase {
  processId: number;
  counter: DatabaseCounter;
  /** Names of the client's role and of the floor's. */
  roles: [client: string, floor: string];
}

/** Role that the home's own processes use in PostgreSQL. */
const homeRole = 'postgres';

/** Returns one meter for the work of the home, and one for that of a floor: by process, by role, by store user. */
export function collectMeters(
  processes: HomeProcesses,
  { processId, counter, roles: [client, floor] }: HomeDatabase,
  counts: () => Promise<StoreCounts>,
): { homeMeter(): Meter; floorMeter(processId: number | undefined): Meter } {
  const running = collectProcessIds(processes);
  const ofRole = (role: string, otherRoles: string[]) => ({ processId, counter, role, otherRoles });
  return {
    homeMeter: () =>
      new Meter({
        processes: running,
        postgres: ofRole(homeRole, [client, floor]),
        store: { counts, user: storeUsers.platform },
      }),
    floorMeter: (floorId) =>
      new Meter({
        processes: collectProcessIds({ floor: floorId, store: running.store }),
        postgres: ofRole(floor, [client, homeRole]),
        store: { counts, user: storeUsers.floor },
      }),
  };
}

/** Returns the request counts of the emulator's process. */
export function askCounts(emulator: ChildProcess): Promise<StoreCounts> {
  return new Promise((resolve) => {
    const hear = (message: StatePut | StoreCounted) => {
      if (!('counts' in message)) return;
      emulator.off('message', hear);
      resolve(message.counts);
    };
    emulator.on('message', hear);
    emulator.send('counts');
  });
}

/** @throws Error if a process has ended */
function collectProcessIds<Name extends string>(
  ids: Partial<Record<Name, number | undefined>>,
): Record<Name, number> {
  for (const [name, id] of Object.entries(ids)) if (id === undefined) throw new Error(`${name} does not run`);
  return ids as Record<Name, number>;
}
