import { randomBytes } from 'node:crypto';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DataFolderError,
  type RunningPostgres,
  type ServerWatcher,
  startPostgres,
} from '@agent-home/local-postgres';
import { type OssEmulator, startOssEmulator } from '@agent-home/oss-emulator';
import { keyFiles, loadKeys, loadOrCreateKeys } from '@agent-home/platform';
import type { LocalPlaces } from '../../state/local-places.ts';
import { readSettings } from '../configuration/read-settings.ts';
import type { Settings } from '../configuration/settings.ts';
import { bucketFolder, emulatorOptions, localEnvironment, localIssuer } from './local-emulator.ts';
import { type LocalSecrets, loadOrCreateSecrets } from './local-secrets.ts';
import { chosenIn } from './local-variables.ts';

export interface LocalServices {
  settings: Settings;
  secrets: LocalSecrets;
  /** Variables set by the environment. */
  chosen: Record<string, string>;
  postgres: RunningPostgres;
  emulator: OssEmulator;
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL, OSS and STS on this machine, with keys and secrets.
 * @param republish true if the bucket may be missing, because it is filled again from the database
 */
export async function startLocalServices(
  places: LocalPlaces,
  environment: Record<string, string | undefined>,
  { watcher, republish = false }: { watcher?: ServerWatcher; republish?: boolean | undefined } = {},
): Promise<LocalServices> {
  await mkdir(places.dataDirectory, { recursive: true });
  const isKnown = await wasHome(places.dataDirectory, republish);
  const secrets = await loadOrCreateSecrets(places.dataDirectory);
  const random = (length: number) => new Uint8Array(randomBytes(length));
  const keysFolder = join(places.dataDirectory, 'keys');
  const chosen = chosenIn(environment);
  // Detects damaged or contradictory settings before any part starts.
  getSettings(places, secrets, nothingYet, chosen, environment);
  if (isKnown) await loadKeys(keysFolder);
  await mkdir(join(places.dataDirectory, bucketFolder), { recursive: true });
  const postgres = await startPostgres({
    dataDirectory: join(places.dataDirectory, 'postgres'),
    password: secrets.databasePassword,
    isKnown,
    ...(watcher && { watcher }),
  });
  const emulator = await startBeside(postgres, async () => {
    // Created after the database, because existing keys mean that a database exists.
    await loadOrCreateKeys(keysFolder, localIssuer, new Date(), random);
    await postgres.createDatabase('agent_home');
    return startOssEmulator(emulatorOptions(places, secrets));
  });
  const databaseUrl = postgres.url('agent_home');
  const settings = getSettings(places, secrets, { databaseUrl, emulator }, chosen, environment);
  return {
    settings,
    secrets,
    chosen,
    postgres,
    emulator,
    async close() {
      await emulator.close();
      await postgres.stop();
    },
  };
}

const nothingYet = {
  databaseUrl: 'postgres://localhost/',
  emulator: { ossEndpoint: 'http://localhost', stsEndpoint: 'localhost', certificateUrl: 'http://localhost' },
};

/** @throws ConfigurationError */
function getSettings(
  places: LocalPlaces,
  secrets: LocalSecrets,
  services: Parameters<typeof localEnvironment>[2],
  chosen: Record<string, string>,
  { LOG_LEVEL }: Record<string, string | undefined>,
): Settings {
  const local = localEnvironment(places, secrets, services);
  const settings = readSettings({ ...local, ...chosen, LOG_LEVEL: LOG_LEVEL || 'warn' });
  // Addresses by which its residents and its web UI reach it, in addition to configured names.
  const own = [`127.0.0.1:${places.apiPort}`, `localhost:${places.apiPort}`];
  return { ...settings, authorities: [...new Set([...settings.authorities, ...own])] };
}

/** Stops PostgreSQL if a later part fails to start. */
async function startBeside<Started>(
  postgres: RunningPostgres,
  start: () => Promise<Started>,
): Promise<Started> {
  try {
    return await start();
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * Returns true if a home was created in this folder. A first start creates the bucket's folder, then the keys, then the bucket. If
 * an earlier one of them is missing while a later one exists, the home is damaged, and nothing is recreated.
 * @throws DataFolderError with the name of the missing file or folder
 */
async function wasHome(folder: string, republish: boolean): Promise<boolean> {
  const has = (...names: string[]) =>
    access(join(folder, ...names)).then(
      () => true,
      () => false,
    );
  const hasKeys = await has('keys', keyFiles.root);
  const hasBucket = await has(bucketFolder, 'buckets');
  if (!hasKeys && !hasBucket) return false;
  const refill = 'start with --republish to publish the database again, or ';
  const needed: { names: string[]; remedy: string }[] = [
    { names: ['secrets.json'], remedy: '' },
    { names: ['keys', keyFiles.root], remedy: '' },
    ...(republish ? [] : [{ names: [bucketFolder], remedy: refill }]),
  ];
  for (const { names, remedy } of needed)
    if (!(await has(...names)))
      throw new DataFolderError(
        `${join(folder, ...names)} is missing: restore a copy of it, ${remedy || 'or '}restore a backup: agent-home restore FILE --into NEW_FOLDER`,
      );
  return true;
}
