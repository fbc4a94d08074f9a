import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigurationError } from '../../errors/command-errors.ts';
import { placesFrom } from '../../state/local-places.ts';
import { requireDataFolder } from './data-folder.ts';

/** Returns the folder of keys for a command: AGENT_HOME_KEYS, else that of the home in the data folder, running or not. */
export async function loadKeysFolder(environment: Record<string, string | undefined>): Promise<string> {
  if (environment.AGENT_HOME_KEYS) return resolve(environment.AGENT_HOME_KEYS);
  const { dataDirectory } = placesFrom(environment);
  const folder = join(dataDirectory, 'keys');
  await access(folder).catch(() => {
    throw new ConfigurationError(
      'invalid_configuration',
      `${folder} has no keys: set AGENT_HOME_KEYS to the key folder of the home, or set AGENT_HOME_DATA`,
    );
  });
  requireDataFolder(dataDirectory);
  return folder;
}
