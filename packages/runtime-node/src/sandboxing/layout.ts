import { isWithin } from '../processes/is-within.ts';

/** Folders and files of a sandbox. All paths are absolute, real and exist. */
export interface Layout {
  /** Working folder of the command; it is writable. */
  project: string;
  /** Further folders and files that commands may change. */
  writable: readonly string[];
  /** Folders and files inside writable ones that stay read-only. */
  readOnly: readonly string[];
  /** Folders and files that appear empty. */
  emptyFolders: readonly string[];
  emptyFiles: readonly string[];
  /** Folders that the sandbox has for itself; they are empty when the command starts and gone when it ends. */
  privateFolders: readonly string[];
  /** Folders of sockets of this machine; they appear empty, apart from `readable`. */
  socketFolders: readonly string[];
  /** Folders and files inside empty ones that stay readable. */
  readable: readonly string[];
  /** True to share the network of this machine. */
  network: boolean;
}

/** True if the path is one of the folders or below one. */
export function isInside(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => isWithin(folder, path));
}

/**
 * Returns the folders between a writable folder and a protected path in it. Each becomes a mount of its own, because a command could
 * otherwise rename it and create another one with its own content at that path.
 */
export function foldersBetween(writable: readonly string[], path: string): string[] {
  const root = [...writable].filter((folder) => isWithin(folder, path)).sort(byDepth)[0];
  if (root === undefined) return [];
  const names = path.slice(root === '/' ? 1 : root.length + 1).split('/');
  return names
    .slice(0, -1)
    .map((_, index) => `${root === '/' ? '' : root}/${names.slice(0, index + 1).join('/')}`);
}

export function depthOf(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1;
}

function byDepth(one: string, other: string): number {
  return depthOf(one) - depthOf(other);
}
