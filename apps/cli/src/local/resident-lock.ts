import { HomeError } from '../errors/command-errors.ts';
import { lockFolder } from './folder-lock.ts';

/** One process a resident: two would both answer what is said to it. A lock left by kill -9 is taken over. */
export async function lockResidentFolder(folder: string): Promise<() => Promise<void>> {
  const release = await lockFolder(folder, 'resident.pid');
  if (typeof release === 'function') return release;
  const who = release.heldBy === undefined ? 'another process' : `process ${release.heldBy}`;
  throw new HomeError(
    'resident_runs_already',
    `the resident of ${folder} lives in ${who} already: stop that one, or give this one a --state of its own`,
  );
}
