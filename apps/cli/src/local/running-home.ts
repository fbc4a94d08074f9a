import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readSettings, type Settings } from '../configuration/read-settings.ts';
import { localEnvironment } from './local-home.ts';
import { type LocalPlaces, placesFrom } from './local-places.ts';
import { loadOrCreateSecrets } from './local-secrets.ts';
import { NoHomeError } from './observer.ts';

/** Where the parts of a home that runs on this machine listen. No secret: those are in `secrets.json`. */
const runningSchema = z.strictObject({
  api_port: z.int(),
  database_port: z.int(),
  oss_endpoint: z.string(),
  sts_endpoint: z.string(),
  certificate_url: z.string(),
});

const fileOf = (places: Pick<LocalPlaces, 'dataDirectory'>) => join(places.dataDirectory, 'running.json');

/** Tells other commands on this machine where the home is. */
export async function announceRunning(
  places: LocalPlaces,
  services: {
    postgres: { port: number };
    emulator: { ossEndpoint: string; stsEndpoint: string; certificateUrl: string };
  },
): Promise<() => Promise<void>> {
  const running: z.infer<typeof runningSchema> = {
    api_port: places.apiPort,
    database_port: services.postgres.port,
    oss_endpoint: services.emulator.ossEndpoint,
    sts_endpoint: services.emulator.stsEndpoint,
    certificate_url: services.emulator.certificateUrl,
  };
  await writeFile(fileOf(places), JSON.stringify(running));
  return () => rm(fileOf(places), { force: true });
}

export interface FoundHome {
  settings: Settings;
  /** `configured`: by the environment. `local`: the home in a data folder on this machine. */
  kind: 'configured' | 'local';
  /** Where its API is. */
  apiUrl: string;
  dataDirectory?: string;
}

/** The home a command is about: the one the environment configures, else the one that runs in the data folder. */
export async function findHome(environment: Record<string, string | undefined>): Promise<FoundHome> {
  const api = environment.AGENT_HOME_URL;
  if (environment.DATABASE_URL) {
    const settings = readSettings(environment);
    const { host, port } = settings.listen;
    const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
    return { settings, kind: 'configured', apiUrl: api ?? `http://${reachable}:${port}` };
  }
  const places = placesFrom(environment);
  const text = await readFile(fileOf(places), 'utf8').catch(() => {
    throw new NoHomeError(
      `no home runs in ${places.dataDirectory}; run npm start, set AGENT_HOME_DATA, or configure one by DATABASE_URL and the rest`,
    );
  });
  const running = runningSchema.parse(JSON.parse(text));
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
  return {
    settings: readSettings({ ...environment, ...local, LOG_LEVEL: environment.LOG_LEVEL ?? 'silent' }),
    kind: 'local',
    apiUrl: api ?? `http://127.0.0.1:${running.api_port}`,
    dataDirectory: places.dataDirectory,
  };
}
