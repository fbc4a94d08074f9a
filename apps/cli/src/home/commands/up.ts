import { join } from 'node:path';
import { findPostgresBinaries, freePort, type ServerWatcher } from '@agent-home/local-postgres';
import { protectBucket, storeToken } from '@agent-home/platform';
import { runUntilStopped, whenStopped } from '../../command-line/run-until-stopped.ts';
import type { LocalPlaces } from '../../state/local-places.ts';
import { projectState } from '../../state/project-state.ts';
import { type OpenPlatform, openPlatform } from '../compose/open-platform.ts';
import { startApiProcess, startWorkerProcess } from '../compose/start-processes.ts';
import type { Settings } from '../configuration/settings.ts';
import { requireWholeRestore } from '../folder-backup/whole-restore.ts';
import { adoptResidents, makeDataFolder, openDataFolder } from '../local/data-folder.ts';
import { lockDataDirectory } from '../local/data-lock.ts';
import { eventUrl } from '../local/local-emulator.ts';
import { type LocalServices, startLocalServices } from '../local/local-home.ts';
import { refuseOthers, tellable } from '../local/local-variables.ts';
import { announceRunning } from '../local/running-file.ts';
import { openFirstTopics } from '../residents/first-topics.ts';
import { type ResidentModel, residentModelVariable } from '../residents/resident-model.ts';
import { residentKeys, residentsPace, startResidents } from '../residents/residents.ts';
import { getKind } from '../stores/store-kinds.ts';
import { type BucketFlags, readBucketFlags } from './bucket-flags.ts';
import { ClosingStack } from './closing-stack.ts';
import { banner } from './up-banner.ts';

/** Same as the residents' own pace. */
const defaultLineSeconds = 4;

interface UpFlags extends BucketFlags {
  residents: boolean;
  /** `--adopt`: the user vouches for a data folder that this installation did not create. */
  adopt: boolean;
}

interface ResidentOptions {
  modelPort: number;
  lineSeconds: number | undefined;
  residentModel: ResidentModel | undefined;
}

/** `agent-home up`: starts a home on one machine, new or from the data folder. */
export async function up(wished: LocalPlaces, options: UpFlags): Promise<void> {
  const startedAt = Date.now();
  // Checked before a folder is created or the user is prompted in vain.
  await findPostgresBinaries();
  refuseOthers(process.env);
  const bucket = await readBucketFlags(options);
  const lineSeconds = residentsPace(process.env);
  const residentModel = options.residents ? await findResidentModel(process.env) : undefined;
  // Clients sign the host with its port, so the port must be known before the API listens.
  const places = wished.apiPort === 0 ? { ...wished, apiPort: await freePort() } : wished;
  makeDataFolder(places.dataDirectory);
  const database = watchDatabase();
  const stopped = Promise.race([whenStopped(), database.lost]);
  const closing = new ClosingStack();
  try {
    const unlock = await lockDataDirectory(places.dataDirectory);
    closing.push(unlock);
    requireWholeRestore(places.dataDirectory);
    openDataFolder(places.dataDirectory, { adopt: options.adopt });
    // Its modules are loaded while PostgreSQL starts. A failure is reported where they are needed.
    if (options.residents) import('../residents/file-residents.ts').catch(() => undefined);
    const services = await startLocalServices(places, process.env, {
      watcher: database,
      republish: options.republish,
    });
    closing.push(() => services.close());
    const state = stateOfResidents(places, options);
    services.settings.platform.reservedAgents = await residentKeys(join(state, 'residents'));
    const open = await openPlatform(services.settings, 'home');
    closing.push(() => open.close());
    await storeToken(open.platform.database, services.secrets.adminToken, 'token_local_admin', {
      role: 'admin',
      label: 'admin of this machine',
    });
    const api = await startApiProcess(open, services.settings, bucket);
    closing.push(() => api.close());
    services.emulator.setEvents({ url: eventUrl(places, services.secrets) });
    await protectLocalBucket(services.settings);
    const worker = await startWorkerProcess(open, services.settings, bucket);
    closing.push(() => worker.close());
    await openFirstTopics(open.platform);
    const pace = { modelPort: places.modelPort, lineSeconds, residentModel };
    const modelUrl = options.residents
      ? await letResidentsIn(open, api.url, state, pace, closing)
      : undefined;
    closing.push(await announce(places, services));
    console.log(banner(places, api.url, services, { startedAt, modelUrl }));
  } catch (error) {
    // Otherwise PostgreSQL would continue alone and block the next start.
    await closing.close();
    throw error;
  }
  await runUntilStopped(() => {
    console.log('\nclosing …');
    return closing.close();
  }, stopped);
}

/** Reports the state of the database on stderr, with one line per event. `lost` resolves once the home cannot continue. */
function watchDatabase(): ServerWatcher & { lost: Promise<void> } {
  let lose = () => {};
  const lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  return {
    lost,
    onEnded: (how) => console.error(`agent-home: PostgreSQL ended (${how}) and is restarted`),
    onRestarted: () => console.error('agent-home: PostgreSQL is running again'),
    onLost(error) {
      console.error(
        `agent-home: PostgreSQL ended too often, so the home stops: ${error.message}. Run agent-home doctor, then start the home again [database_lost]`,
      );
      process.exitCode = 1;
      lose();
    },
  };
}

/** Starts the residents that are programs and those that are files. Returns the address of the scripted models. */
async function letResidentsIn(
  { keys, platform }: OpenPlatform,
  url: string,
  state: string,
  { modelPort, lineSeconds, residentModel }: ResidentOptions,
  closing: ClosingStack,
): Promise<string> {
  const household = {
    url,
    platform,
    rootSet: keys.rootSet,
    folder: join(state, 'residents'),
    log: (message: string, err: unknown) => platform.log.warn({ err }, message),
  };
  const logFacts = (message: string, facts: Record<string, unknown>) => platform.log.warn(facts, message);
  const voice =
    residentModel && (await import('../residents/resident-voice.ts')).modelVoice(residentModel, logFacts);
  const residents = startResidents({ ...household, lineSeconds, voice });
  closing.push(() => residents.close());
  const { startFileResidents } = await import('../residents/file-residents.ts');
  const fileResidents = await startFileResidents({
    ...household,
    modelPort,
    residentModel,
    runsFolder: join(state, 'runs'),
    lineSeconds: lineSeconds ?? defaultLineSeconds,
  });
  closing.push(() => fileResidents.close());
  return fileResidents.modelUrl;
}

/** Loads the readers of settings only for a home with a model. */
async function findResidentModel(environment: NodeJS.ProcessEnv): Promise<ResidentModel | undefined> {
  if (!environment[residentModelVariable]) return undefined;
  return (await import('../residents/read-resident-model.ts')).readResidentModel(environment);
}

/** Returns the folder of the residents' state, with the keys of an adopted home. */
function stateOfResidents({ dataDirectory }: LocalPlaces, { adopt }: UpFlags): string {
  const state = projectState(process.env);
  if (adopt) adoptResidents(dataDirectory, state);
  return state;
}

/** Records the home's addresses for other commands on this machine. */
function announce(places: LocalPlaces, { postgres, emulator, chosen }: LocalServices) {
  return announceRunning(places, {
    api_port: places.apiPort,
    database_port: postgres.port,
    oss_endpoint: emulator.ossEndpoint,
    sts_endpoint: emulator.stsEndpoint,
    certificate_url: emulator.certificateUrl,
    variables: tellable(chosen),
  });
}

/** Protects the bucket of a local home; elsewhere an operator does so with `bucket protect`. */
async function protectLocalBucket({ store, platformKey, forbidOverwrite: scope }: Settings): Promise<void> {
  const protection = getKind(store).protection(store, platformKey);
  if ('without' in protection) return;
  const { calls, roleArn } = protection;
  await protectBucket(calls, { roleArn, scope });
}
