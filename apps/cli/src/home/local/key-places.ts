import { basename, dirname, join } from 'node:path';

/**
 * Returns the folder of an agent's trust memory and pinned root. A key named `identity` has a folder of its own, as the SDKs store
 * it; any other key has a folder named after it.
 */
export function getStateFolder(keyFile: string): string {
  return basename(keyFile) === 'identity' ? dirname(keyFile) : `${keyFile}.state`;
}

/** Returns the file of the root that `agent-home join` pinned for this key. */
export function getPinnedRoot(keyFile: string): string {
  return join(getStateFolder(keyFile), 'root.json');
}
