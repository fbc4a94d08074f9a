import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder that is unfinished after this time belongs to a dead process. */
const longestMakingMs = 60 * 60_000;

/**
 * Returns the folder below `cache` for this key, or creates it atomically, even if several processes do so at once. Removes the
 * folders of other keys first. Without a key, the folder is created each time.
 */
export async function keptFolder(
  cache: string,
  key: string | undefined,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const target = join(cache, key ?? 'unknown');
  if (key !== undefined && existsSync(target)) return target;
  await mkdir(cache, { recursive: true, mode: 0o700 });
  await removeOthers(cache);
  const making = await mkdtemp(`${target}.`);
  try {
    await make(making);
    if (key === undefined) await rm(target, { recursive: true, force: true });
    await rename(making, target);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    // Another process created the same folder first.
    if (key === undefined || !existsSync(target)) throw error;
  }
  return target;
}

/** Removes complete folders, and unfinished ones of dead processes. Unfinished folders have a dot in their name. */
async function removeOthers(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const found = name.includes('.') ? await stat(path).catch(() => undefined) : undefined;
    if (found && Date.now() - found.mtimeMs < longestMakingMs) continue;
    await rm(path, { recursive: true, force: true });
  }
}
