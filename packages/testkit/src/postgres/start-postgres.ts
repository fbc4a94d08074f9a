import postgres from 'postgres';
import { DataFolderError, holdsDatabase } from './data-folder.ts';
import { choosePlace, initialise } from './data-place.ts';
import { freePort } from './free-port.ts';
import { launch, stop } from './launch-postgres.ts';
import { unprivilegedUser } from './postgres-user.ts';
import { stopOutlived } from './stop-outlived.ts';

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
