import type { ChildProcess } from 'node:child_process';
import postgres from 'postgres';
import { DataFolderError, holdsDatabase } from './data-folder.ts';
import { choosePlace, initialise, type Place } from './data-place.ts';
import { freePort } from './free-port.ts';
import { KeptServer, type ServerWatcher } from './keep-postgres.ts';
import { launch, stop } from './launch-postgres.ts';
import { type SystemUser, unprivilegedUser } from './postgres-user.ts';
import { stopOutlived } from './stop-outlived.ts';

export interface PostgresOptions {
  /** Made when missing. The same folder with the same password brings everything back. */
  dataDirectory: string;
  password: string;
  /** A database existed here before, so no new one is created. */
  isKnown?: boolean;
  /** 0 selects any free port. */
  port?: number;
  /** `name=value` settings of the server. */
  settings?: string[];
  /** Restarts a server that exits unexpectedly: five times in ten minutes, after growing pauses. */
  watcher?: ServerWatcher;
}

export interface RunningPostgres {
  port: number;
  /** Process id of the server that runs now. */
  readonly pid: number;
  url(database: string): string;
  createDatabase(name: string, template?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL on loopback with the binaries from npm; no other installation is needed. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const user = await unprivilegedUser();
  const place = await choosePlace(options.dataDirectory, user);
  await stopOutlived(place.data);
  if (!(await holdsDatabase(place.data))) {
    if (options.isKnown)
      throw new DataFolderError(
        `${place.data} is empty, where the database of this home was: put the folder back from a copy, or restore a backup: agent-home restore FILE --into NEW_FOLDER`,
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
  const server = options.watcher
    ? new KeptServer(child, () => relaunch(place, settings, user, url('postgres')), options.watcher)
    : unwatched(child);
  return {
    port,
    get pid() {
      return server.pid;
    },
    url,
    createDatabase: (name, template) => createDatabase(url('postgres'), name, template),
    stop: () => server.stop(),
  };
}

function unwatched(child: ChildProcess): Pick<KeptServer, 'pid' | 'stop'> {
  child.unref();
  return { pid: child.pid ?? 0, stop: () => stop(child) };
}

/** Starts a server again on its data. @throws DataFolderError where its data is gone or damaged */
async function relaunch(
  place: Place,
  settings: string[],
  user: SystemUser | undefined,
  url: string,
): Promise<ChildProcess> {
  await stopOutlived(place.data);
  if (!(await holdsDatabase(place.data)))
    throw new DataFolderError(
      `${place.data} is empty, where the database of this home was: put the folder back from a copy, or restore a backup: agent-home restore FILE --into NEW_FOLDER`,
    );
  return launch(place, settings, user, url);
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
