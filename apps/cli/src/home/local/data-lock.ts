import { HomeError } from '../../errors/command-errors.ts';
import { lockFolder } from './folder-lock.ts';

/** Allows one home per data folder, because two would stop each other's PostgreSQL. A lock left by kill -9 is taken over. */
export async function lockDataDirectory(folder: string): Promise<() => Promise<void>> {
  const release = await lockFolder(folder, 'up.pid');
  if (typeof release === 'function') return release;
  throw new HomeError(
    'already_running',
    release.heldBy === undefined
      ? `another home is starting in ${folder}: wait for it, or set AGENT_HOME_DATA`
      : `a home already runs in ${folder} (process ${release.heldBy}): stop it, or set AGENT_HOME_DATA`,
  );
}
