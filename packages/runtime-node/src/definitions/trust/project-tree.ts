import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import { isWithin } from '../../processes/is-within.ts';
import { ProjectChangedError } from '../../processes/project-changed-error.ts';
import { hashFile } from './hash-file.ts';

/** Limits of one tree. */
export const mostFiles = 100_000;
export const mostBytes = 1024 * 1024 * 1024;

/**
 * A file when it was read: its hash, and the size, mtime, ctime and inode that identify an unchanged file without reading it. They
 * are zero if the file changed so recently that another change could have the same times.
 */
export type SeenFile = [print: string, size: number, modifiedMs: number, changedMs: number, inode: number];
export type SeenTree = Record<string, SeenFile>;

/** Folders below `.git` without configuration or executable files. */
const storageOfGit = new Set(['objects', 'logs', 'refs', 'lfs', 'rr-cache']);
/** Files below `.git` with which git starts programs. */
const configuresGit = /(^|\/)(hooks\/[^/]+|config|config\.worktree|attributes|gitdir|commondir)$/;
/** Clocks of file systems are coarser than the resolution of `ctime` suggests (racy git). */
const racyMs = 2_000;

export interface TreeOptions {
  /** Paths relative to the project folder that are not part of the tree. */
  except: readonly string[];
  /** Result of an earlier scan. */
  known?: SeenTree | undefined;
  now: number;
  limits?: { files: number; bytes: number };
}

/**
 * Returns every file below a project that can be executed or can configure execution: tracked or not, `node_modules`, git hooks and
 * settings. Git's storage and the exceptions are left out. Relative links out of the project are followed; absolute ones point to
 * the machine's own files.
 * @throws ProjectChangedError `project_too_large`
 */
export function readTree(project: string, options: TreeOptions): SeenTree {
  const walk = new TreeWalk(realpathSync(project), options);
  walk.folder('', walk.root);
  return walk.seen;
}

/** Returns a hash over paths and file hashes, without times and inodes. */
export function hashOfTree(tree: SeenTree): string {
  return sha256Hex(
    canonicalJsonBytes(Object.fromEntries(Object.entries(tree).map(([path, [print]]) => [path, print]))),
  );
}

/** Returns the paths that differ between two scans, in order. */
export function changedPaths(before: SeenTree, now: SeenTree): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...paths].filter((path) => before[path]?.[0] !== now[path]?.[0]).toSorted();
}

class TreeWalk {
  readonly seen: SeenTree = Object.create(null);
  readonly root: string;
  readonly #options: TreeOptions;
  readonly #limits: { files: number; bytes: number };
  readonly #except: ReadonlySet<string>;
  /** Followed folders outside the project, so that a cycle of links ends. */
  readonly #followed = new Set<string>();
  readonly #sizes = new Map<string, { files: number; bytes: number }>();
  #files = 0;
  #bytes = 0;

  constructor(root: string, options: TreeOptions) {
    this.root = root;
    this.#options = options;
    this.#limits = options.limits ?? { files: mostFiles, bytes: mostBytes };
    this.#except = new Set(options.except);
  }

  folder(path: string, place: string, git?: 'git'): void {
    for (const entry of collectEntries(place)) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (this.#except.has(inner)) continue;
      const at = join(place, entry.name);
      if (entry.isDirectory()) {
        if (git && storageOfGit.has(entry.name)) continue;
        this.folder(inner, at, git ?? (entry.name === '.git' ? 'git' : undefined));
      } else if (!git || configuresGit.test(inner)) this.#file(inner, at);
    }
  }

  #file(path: string, place: string): void {
    const status = lstatSync(place, { throwIfNoEntry: false });
    if (!status) return;
    this.#count(path, status.isFile() ? status.size : 0);
    if (status.isSymbolicLink()) this.#link(path, place);
    else this.seen[path] = status.isFile() ? this.#regular(path, place, status) : ['other', 0, 0, 0, 0];
  }

  #regular(path: string, place: string, status: Stats): SeenFile {
    const kind = (status.mode & 0o111) === 0 ? 'file' : 'program';
    const { size, mtimeMs, ctimeMs, ino } = status;
    const known = this.#options.known?.[path];
    const isUntouched =
      known?.[0].startsWith(`${kind} `) &&
      known[1] === size &&
      known[2] === mtimeMs &&
      known[3] === ctimeMs &&
      known[4] === ino;
    if (known && isUntouched) return known;
    const print = `${kind} ${hashFile(place) ?? 'unreadable'}`;
    const isRacy = Math.max(ctimeMs, mtimeMs) > this.#options.now - racyMs;
    return isRacy ? [print, 0, 0, 0, 0] : [print, size, mtimeMs, ctimeMs, ino];
  }

  #link(path: string, place: string): void {
    const target = readlinkSync(place);
    this.seen[path] = [`link ${target}`, 0, 0, 0, 0];
    const reached = realPath(resolve(dirname(place), target));
    if (isAbsolute(target) || reached === undefined || isWithin(this.root, reached)) return;
    if (this.#followed.has(reached)) return;
    this.#followed.add(reached);
    const status = lstatSync(reached, { throwIfNoEntry: false });
    if (status?.isDirectory()) this.folder(`${path}/`, reached);
    else if (status?.isFile()) this.#file(`${path}/`, reached);
  }

  #count(path: string, bytes: number): void {
    this.#files += 1;
    this.#bytes += bytes;
    const [top = path] = path.split('/', 1);
    const size = this.#sizes.get(top) ?? { files: 0, bytes: 0 };
    this.#sizes.set(top, { files: size.files + 1, bytes: size.bytes + bytes });
    if (this.#files <= this.#limits.files && this.#bytes <= this.#limits.bytes) return;
    const largest = [...this.#sizes]
      .toSorted(([, one], [, other]) => other.bytes + other.files * 4096 - one.bytes - one.files * 4096)
      .slice(0, 3)
      .map(([name]) => name);
    throw new ProjectChangedError(
      'project_too_large',
      `${this.root} has more than ${this.#limits.files} files or ${this.#limits.bytes / 1024 / 1024} MB to pin: leave out folders without programs, as agents trust ${largest.map((name) => `--except ${JSON.stringify(name)}`).join(' ')}`,
    );
  }
}

function collectEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // This user cannot execute files below it either.
    return [];
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
