import { basename, dirname, join } from 'node:path';

/**
 * Where what an agent has seen is kept, and the root it was pinned to: a key named `identity` has a folder of its own, as the
 * SDKs keep it; beside any other there is a folder of its name.
 */
export function stateFolderOf(keyFile: string): string {
  return basename(keyFile) === 'identity' ? dirname(keyFile) : `${keyFile}.state`;
}

/** What `agent-home join` pinned for this key. */
export function pinnedRootOf(keyFile: string): string {
  return join(stateFolderOf(keyFile), 'root.json');
}
