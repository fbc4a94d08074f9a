import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HomeError } from '../../errors/command-errors.ts';
import { type LocalPlaces, placesFrom } from '../../state/local-places.ts';
import { requireDataFolder } from './data-folder.ts';
import { isAlive } from './process-alive.ts';

/** Addresses of a running local home. No secrets: those are in `secrets.json`. */
const runningSchema = z.strictObject({
  process: z.int(),
  api_port: z.int(),
  database_port: z.int(),
  oss_endpoint: z.string(),
  sts_endpoint: z.string(),
  certificate_url: z.string(),
  /** Environment variables of the home, so that other commands decide as it does. */
  variables: z.record(z.string(), z.string()),
});
export type Running = z.infer<typeof runningSchema>;

type Folder = Pick<LocalPlaces, 'dataDirectory'>;
const getFile = ({ dataDirectory }: Folder) => join(dataDirectory, 'running.json');

/** Records the home's addresses for other commands on this machine. */
export async function announceRunning(
  places: Folder,
  running: Omit<Running, 'process'>,
): Promise<() => Promise<void>> {
  // Readable only by its owner. It is deleted first, because a file left by a killed home would keep its mode.
  await rm(getFile(places), { force: true });
  await writeFile(getFile(places), JSON.stringify({ process: process.pid, ...running }), { mode: 0o600 });
  return () => rm(getFile(places), { force: true });
}

/**
 * @throws HomeError `no_home_here` if no home runs there (a killed home leaves its file behind); `data_folder_unknown` if the file
 * came with a project
 */
export async function readRunning(places: Folder): Promise<Running> {
  const text = await readFile(getFile(places), 'utf8').catch(() => '');
  const running = runningSchema.safeParse(parsed(text)).data;
  if (running && isAlive(running.process)) {
    requireDataFolder(places.dataDirectory);
    return running;
  }
  throw new HomeError(
    'no_home_here',
    `no home runs in ${places.dataDirectory}: run agent-home up, or set AGENT_HOME_DATA, AGENT_HOME_URL or DATABASE_URL`,
  );
}

/**
 * Checks that a home is reachable before a command loads its dependencies.
 * @throws HomeError `no_home_here`
 */
export async function requireHome(
  environment: Record<string, string | undefined>,
  { url = environment.AGENT_HOME_URL }: { url?: string | undefined } = {},
): Promise<void> {
  if (!url && !environment.DATABASE_URL) await readRunning(placesFrom(environment));
}

/** Returns the URL at which this machine reaches a listening API. */
export function localUrl(host: string | undefined, port: number): string {
  const reachable = host === undefined || ['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
