import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RootSet, rootSetSchema } from '@agent-home/protocol';
import { ConfigurationError, HomeError } from '../../errors/command-errors.ts';
import { placesFrom } from '../../state/local-places.ts';
import { requireDataFolder } from './data-folder.ts';
import { localUrl, readRunning } from './running-file.ts';

type Environment = Record<string, string | undefined>;

export interface ApiFlags {
  /** `--url`, before AGENT_HOME_URL. */
  url?: string | undefined;
  /** `--root`, before AGENT_HOME_ROOT. */
  root?: string | undefined;
}

interface FoundApi {
  url: string;
  /** Trusted root, from a file and never from the home's own responses. */
  rootSet: RootSet;
  rootFile: string;
}

/** Returns the API of the home that a command is about, and the root set that the home is verified against. */
export async function findApi(environment: Environment, flags: ApiFlags = {}): Promise<FoundApi> {
  const url = await apiUrl(environment, flags.url);
  const rootFile = getRootFile(environment, flags.root);
  return { url, rootFile, rootSet: await readRootSet(rootFile, url) };
}

/**
 * Returns the API's URL from a flag or a variable, else from the configuration, else from the home that runs in the data folder.
 */
export async function apiUrl(environment: Environment, flag?: string): Promise<string> {
  const said = flag ?? environment.AGENT_HOME_URL;
  if (said) return checkedUrl(said, flag === undefined ? 'AGENT_HOME_URL' : '--url');
  if (environment.DATABASE_URL) return localUrl(environment.AGENT_HOME_HOST, placesFrom(environment).apiPort);
  return localUrl(undefined, (await readRunning(placesFrom(environment))).api_port);
}

function checkedUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Credentials in a URL would be shown wherever the URL is.
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return text;
  throw new ConfigurationError(
    'invalid_configuration',
    `${name} has to be http(s)://host:port without user name and password`,
  );
}

function getRootFile(environment: Environment, flag: string | undefined): string {
  const said = flag ?? environment.AGENT_HOME_ROOT;
  if (said) return said;
  if (environment.AGENT_HOME_KEYS !== undefined) return join(environment.AGENT_HOME_KEYS, 'root.json');
  const { dataDirectory } = placesFrom(environment);
  const file = join(dataDirectory, 'keys', 'root.json');
  if (existsSync(file)) requireDataFolder(dataDirectory);
  return file;
}

/** @throws HomeError `no_root_set` */
export async function readRootSet(file: string, url: string): Promise<RootSet> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new HomeError(
      'no_root_set',
      `${file} cannot be read (${error.code}): pass the root set of ${url} with --root FILE`,
    );
  });
  try {
    return rootSetSchema.parse(JSON.parse(text)) as RootSet;
  } catch {
    throw new HomeError(
      'no_root_set',
      `${file} is not a root set: get keys/root.json from the operator of the home`,
    );
  }
}
