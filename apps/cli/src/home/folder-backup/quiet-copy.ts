import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FolderBackupError } from '../../errors/command-errors.ts';

const pauseMs = 50;

/**
 * Links the files of `source` into `target`, on the same disk, as a consistent snapshot. It starts over if a file changed in
 * between. Files are replaced and never changed in place, so each link keeps its content.
 * @throws FolderBackupError `home_too_busy`
 */
export async function quietCopy(
  source: string,
  target: string,
  isLeftOut: (path: string) => boolean,
  mostAttempts = 100,
): Promise<void> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    await rm(target, { recursive: true, force: true });
    const before = await listFiles(source, isLeftOut);
    const isWhole = await linkAll(source, target, [...before.keys()]);
    if (isWhole && isSame(before, await listFiles(source, isLeftOut))) return;
    await delay(pauseMs);
  }
  throw new FolderBackupError(
    'home_too_busy',
    'the home writes without a pause: start it with agent-home up --no-residents and repeat the backup',
  );
}

/** Identity of each file, by its path below the folder. */
async function listFiles(folder: string, isLeftOut: (path: string) => boolean): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!entry.isFile() || isLeftOut(path)) continue;
    const found = await stat(join(folder, path)).catch(() => undefined);
    if (found) files.set(path, `${found.ino} ${found.size} ${found.mtimeMs}`);
  }
  return files;
}

async function linkAll(source: string, target: string, paths: readonly string[]): Promise<boolean> {
  const folders = new Set(paths.map((path) => dirname(join(target, path))));
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const folder of folders) await mkdir(folder, { recursive: true });
  try {
    for (const path of paths) await link(join(source, path), join(target, path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([path, identity]) => other.get(path) === identity);
}
