import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { DataFolderError, holdsDatabase } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { launch, stop } from './launch-postgres.ts';
import {
  findPostgresBinaries,
  isReachableByOthers,
  type PostgresBinaries,
  reachableBinaries,
} from './postgres-binaries.ts';
import { type SystemUser, unprivilegedUser } from './postgres-user.ts';
import { stopOutlived } from './stop-outlived.ts';

const run = promisify(execFile);

export interface PostgresOptions {
  /** Made when missing. The same folder with the same password brings everything back. */
  dataDirectory: string;
  password: string;
  /** There has been a database: none is made in its place. */
  isKnown?: boolean;
  /** 0 for any free one. */
  port?: number;
  /** `name=value` settings of the server. */
  settings?: string[];
}

export interface RunningPostgres {
  port: number;
  pid: number;
  url(database: string): string;
  createDatabase(name: string, template?: string): Promise<void>;
  stop(): Promise<void>;
}

/** A real PostgreSQL on the loopback, from the binaries npm brought; nothing else has to be installed. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const user = await unprivilegedUser();
  const place = await choosePlace(options.dataDirectory, user);
  await stopOutlived(place.data);
  if (!(await holdsDatabase(place.data))) {
    if (options.isKnown)
      throw new DataFolderError(
        `${place.data} is empty, where the database of this home was: put the folder back from a copy, or restore a backup into a new one`,
      );
    await initialise(place, options.password, user);
  }
  const port = options.port || (await freePort());
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...(options.settings ?? []),
  ];
  const url = (database: string) => `postgres://postgres:${options.password}@127.0.0.1:${port}/${database}`;
  const child = await launch(place, settings, user, url('postgres'));
  child.unref();
  return {
    port,
    pid: child.pid ?? 0,
    url,
    createDatabase: (name, template) => createDatabase(url('postgres'), name, template),
    stop: () => stop(child),
  };
}

export interface Place {
  data: string;
  binaries: PostgresBinaries;
}

/** Where PostgreSQL can live: the folder asked for, or, below a private one, a public one named after it. */
async function choosePlace(dataDirectory: string, user: SystemUser | undefined): Promise<Place> {
  await mkdir(dirname(dataDirectory), { recursive: true });
  const found = await findPostgresBinaries();
  if (!user) return { data: dataDirectory, binaries: found };
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  const binaries = await reachableBinaries(found, `/var/tmp/agent-home-postgres-${process.arch}`);
  const reachable = await isReachableByOthers(dataDirectory);
  const data = reachable ? dataDirectory : `/var/tmp/agent-home-data-${name}`;
  return { data, binaries };
}

async function initialise(place: Place, password: string, user: SystemUser | undefined): Promise<void> {
  // Beside it, and moved there whole: an initialisation that was killed leaves the folder itself empty.
  const making = `${place.data}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true, mode: 0o700 });
  const passwordFile = `${place.data}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) {
    await chown(making, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const flags = [
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  try {
    await run(place.binaries.initdb, ['-D', making, `--pwfile=${passwordFile}`, ...flags], {
      cwd: '/',
      ...user,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(making, place.data);
}

async function createDatabase(url: string, name: string, template?: string): Promise<void> {
  const client = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    const [found] = await client`select 1 from pg_database where datname = ${name}`;
    if (found) return;
    const source = template === undefined ? client`` : client`template ${client(template)}`;
    await client`create database ${client(name)} ${source}`;
  } finally {
    await client.end({ timeout: 1 });
  }
}
