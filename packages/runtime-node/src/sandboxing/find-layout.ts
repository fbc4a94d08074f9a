import { lstat, readFile, realpath } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import { hostSockets } from './host-sockets.ts';
import { isInside, type Layout } from './layout.ts';
import { holdPlaceholder, isPlaceholder } from './placeholders.ts';

/** Names in a project that commands do not change: git would run programs that its files name, and the rest configures agents. */
const protectedNames = ['.git', '.agent-home', 'agents'] as const;
/** Places of secrets in the home folder of a user. */
const secretNames = [
  ...[
    '.ssh',
    '.aws',
    '.gnupg',
    '.config/gcloud',
    '.config/gh',
    '.azure',
    '.kube',
    '.docker',
    '.password-store',
  ],
  ...['.local/share/keyrings', 'Library/Keychains', '.netrc', '.git-credentials', '.pgpass'],
];
const privateFolders = ['/tmp', '/var/tmp'];
/** Folders of sockets; programs of some systems are in folders below. */
const socketFolders = ['/run', '/var/run'];
const readableThere = ['/run/current-system', '/run/wrappers', '/run/opengl-driver'];

export interface Places {
  /** Real path of the project folder. */
  project: string;
  /** Folders of logs, keys and memory. */
  hiddenFolders: readonly string[];
  /** Paths from the settings, absolute or below `~`. */
  writable: readonly string[];
  network: boolean;
  environment: NodeJS.ProcessEnv;
}

export interface FoundLayout {
  layout: Layout;
  /** Called after the command and all that it started have ended. */
  release(): Promise<void>;
}

/**
 * Finds the folders of a sandbox as they are now.
 *
 * @param holds false to leave absent folders unprotected, for a command that changes nothing
 * @throws ToolFailure `sandbox_unavailable` if a protected path is a link, which a command could replace
 */
export async function findLayout(places: Places, { holds }: { holds: boolean }): Promise<FoundLayout> {
  const homes = homesOf(places.environment);
  const writable = await collectReal(places.writable.map((path) => fromHome(path, homes[0] ?? '/')));
  const roots = [places.project, ...writable];
  const found = new Protected(roots, holds);
  try {
    const [sockets, own, git, listening] = await Promise.all([
      collectReal(socketFolders),
      collectReal(privateFolders),
      gitFolder(places.project),
      hostSockets(),
    ]);
    const isCovered = (path: string) => isInside([...sockets, ...own], path) && !isInside(roots, path);
    await allDone([
      ...[...protectedNames.map((name) => join(places.project, name)), ...git].map((path) =>
        found.add(path, 'readOnly'),
      ),
      ...homes.map((home) => found.add(join(home, '.agent-home'), 'readOnly')),
      ...places.hiddenFolders.map((path) => found.add(path, 'empty')),
      ...homes.flatMap((home) => secretNames.map((name) => found.add(join(home, name), 'empty'))),
      ...listening.filter((path) => !isCovered(path)).map((path) => found.addSocket(path)),
    ]);
    const layout = {
      project: places.project,
      writable,
      ...found.lists(),
      privateFolders: own,
      socketFolders: sockets,
      readable: await readableOf(sockets, places.network),
      network: places.network,
    };
    return { layout, release: () => found.release() };
  } catch (error) {
    await found.release();
    throw error;
  }
}

/** Protected paths, sorted by how they appear in the sandbox. */
class Protected {
  readonly #roots: readonly string[];
  readonly #holds: boolean;
  readonly #readOnly = new Set<string>();
  readonly #emptyFolders = new Set<string>();
  readonly #emptyFiles = new Set<string>();
  readonly #releases: (() => Promise<void>)[] = [];

  constructor(roots: readonly string[], holds: boolean) {
    this.#roots = roots;
    this.#holds = holds;
  }

  lists(): Pick<Layout, 'readOnly' | 'emptyFolders' | 'emptyFiles'> {
    const [readOnly, emptyFolders, emptyFiles] = [this.#readOnly, this.#emptyFolders, this.#emptyFiles];
    return {
      readOnly: [...readOnly].filter((path) => !emptyFolders.has(path)),
      emptyFolders: [...emptyFolders],
      emptyFiles: [...emptyFiles],
    };
  }

  async add(given: string, kind: 'readOnly' | 'empty'): Promise<void> {
    const parent = await realpath(dirname(given)).catch(() => undefined);
    const path = parent === undefined ? given : join(parent, given.slice(dirname(given).length));
    const status = await lstat(path).catch(() => undefined);
    if (status === undefined) return this.#addAbsent(path);
    if (status.isSymbolicLink()) {
      if (isInside(this.#roots, path))
        throw new ToolFailure(
          'sandbox_unavailable',
          `${path} is a link, which a command could replace: make it a folder, or set sandbox.bash to off in the settings of the user`,
        );
      const real = await realpath(path).catch(() => undefined);
      return real === undefined ? undefined : this.add(real, kind);
    }
    if (status.isDirectory() && (await isPlaceholder(path))) return this.#addAbsent(path);
    if (kind === 'readOnly') this.#readOnly.add(path);
    else if (status.isDirectory()) this.#emptyFolders.add(path);
    else this.#emptyFiles.add(path);
  }

  async addSocket(path: string): Promise<void> {
    const real = await realpath(path).catch(() => undefined);
    const status = real === undefined ? undefined : await lstat(real).catch(() => undefined);
    if (real !== undefined && status?.isSocket() === true) this.#emptyFiles.add(real);
  }

  async release(): Promise<void> {
    await Promise.all(this.#releases.splice(0).map((release) => release()));
  }

  /** Keeps the first missing folder on the way from being created. Outside of writable folders nothing can be created. */
  async #addAbsent(path: string): Promise<void> {
    if (!this.#holds || !isInside(this.#roots, path) || this.#roots.includes(path)) return;
    const parent = dirname(path);
    if ((await lstat(parent).catch(() => undefined)) === undefined) return this.#addAbsent(parent);
    if (this.#emptyFolders.has(path)) return;
    const release = await holdPlaceholder(path);
    if (release === undefined) return;
    this.#releases.push(release);
    this.#emptyFolders.add(path);
  }
}

/** Waits for all, and throws the first failure afterwards, so that none continues unseen. */
async function allDone(pending: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(pending))
    if (result.status === 'rejected') throw result.reason;
}

/** Home folders of the user: that of the environment and that of the system. */
function homesOf({ HOME: home }: NodeJS.ProcessEnv): string[] {
  const homes = home !== undefined && isAbsolute(home) ? [home] : [];
  try {
    homes.push(userInfo().homedir);
  } catch {
    // The system does not know the user.
  }
  return [...new Set(homes)];
}

function fromHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}

/** Returns the real paths of those that exist. */
async function collectReal(paths: readonly string[]): Promise<string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return [...new Set(real.filter((path) => path !== undefined))];
}

/** Returns the folder that a file `.git` names, as in a worktree or a submodule. */
async function gitFolder(project: string): Promise<string[]> {
  const text = await readFile(join(project, '.git'), 'utf8').catch(() => '');
  const named = /^gitdir: (.+)$/m.exec(text.slice(0, 10_000))?.[1];
  return named === undefined ? [] : [resolve(project, named)];
}

/** Returns programs of the system, and the configuration of DNS if the network is shared, in folders that appear empty. */
async function readableOf(folders: readonly string[], network: boolean): Promise<string[]> {
  const wanted = [...readableThere, ...(network ? ['/etc/resolv.conf'] : [])];
  return (await collectReal(wanted)).filter((path) => isInside(folders, path));
}
