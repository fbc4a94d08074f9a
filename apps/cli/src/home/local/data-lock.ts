import { HomeError } from '../../errors/command-errors.ts';
import { lockFolder } from './folder-lock.ts';

/** One home a data folder: two would stop each other's PostgreSQL. A lock left by kill -9 is taken over. */
export async function lockDataDirectory(folder: string): Promise<() => Promise<void>> {
  const release = await lockFolder(folder, 'up.pid');
  if (typeof release === 'function') return release;
  throw new HomeError(
    'already_running',
    release.heldBy === undefined
      ? `another home is just starting on ${folder}`
      : `a home already runs on ${folder} (process ${release.heldBy}); stop it or set AGENT_HOME_DATA`,
  );
}
