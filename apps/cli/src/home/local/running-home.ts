import { placesFrom } from '../../state/local-places.ts';
import { readSettings } from '../configuration/read-settings.ts';
import type { Settings } from '../configuration/settings.ts';
import { apiUrl } from './find-api.ts';
import { localEnvironment } from './local-emulator.ts';
import { loadOrCreateSecrets } from './local-secrets.ts';
import { chosenIn } from './local-variables.ts';
import { readRunning } from './running-file.ts';

export interface FoundHome {
  settings: Settings;
  /** `configured`: by the environment. `local`: the home in a data folder on this machine. */
  kind: 'configured' | 'local';
  /** URL of its API. */
  apiUrl: string;
  dataDirectory?: string;
}

/** Returns the home for a command: the configured one, else the one that runs in the data folder. */
export async function findHome(environment: Record<string, string | undefined>): Promise<FoundHome> {
  if (environment.DATABASE_URL)
    return {
      settings: readSettings(environment),
      kind: 'configured',
      apiUrl: await apiUrl(environment),
    };
  const places = placesFrom(environment);
  const running = await readRunning(places);
  const secrets = await loadOrCreateSecrets(places.dataDirectory);
  const password = encodeURIComponent(secrets.databasePassword);
  const local = localEnvironment({ ...places, apiPort: running.api_port }, secrets, {
    databaseUrl: `postgres://postgres:${password}@127.0.0.1:${running.database_port}/agent_home`,
    emulator: {
      ossEndpoint: running.oss_endpoint,
      stsEndpoint: running.sts_endpoint,
      certificateUrl: running.certificate_url,
    },
  });
  const settings = readSettings({
    ...local,
    ...running.variables,
    // Variables set only for this command.
    ...chosenIn(environment),
    LOG_LEVEL: environment.LOG_LEVEL ?? 'silent',
  });
  return { settings, kind: 'local', apiUrl: await apiUrl(environment), dataDirectory: places.dataDirectory };
}
