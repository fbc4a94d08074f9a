import { stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Folders that only the administrator of a system writes. */
const systemFolders: ReadonlySet<string> = new Set([
  '/usr/bin',
  '/bin',
  '/usr/sbin',
  '/sbin',
  '/usr/local/bin',
  '/run/current-system/sw/bin',
  '/run/wrappers/bin',
]);

/** Returns the path of a program in a system folder of PATH that no other user can write; undefined if there is none. */
export async function findSystemProgram(name: string, path = ''): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter((entry) => systemFolders.has(entry))) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() && found.uid === 0 && (found.mode & 0o022) === 0 && (found.mode & 0o111) !== 0)
      return file;
  }
  return undefined;
}
