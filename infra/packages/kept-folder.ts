import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the folder below `cache` that was made for this key, or makes it. It appears there whole or not at all, and the folders of
 * other keys are removed first. Without a key it is made each time.
 */
export async function keptFolder(
  cache: string,
  key: string | undefined,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const target = join(cache, key ?? 'unknown');
  if (key !== undefined && existsSync(target)) return target;
  await rm(cache, { recursive: true, force: true });
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const making = `${target}.${process.pid}`;
  await make(making);
  await rename(making, target);
  return target;
}
