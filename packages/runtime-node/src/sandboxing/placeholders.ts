import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Beginning of the names of files that mark a folder as a placeholder; the id of a process follows. */
const markPrefix = '.agent-home-sandbox-';
/** Limit of attempts while other calls create and remove the folder. */
const mostAttempts = 50;

/**
 * Keeps a protected path that does not exist from being created inside a sandbox: a mount needs a folder at its place. The folder
 * exists while at least one call uses it, in any process, and each of them has a file in it.
 *
 * @returns a function that ends the use and never fails; undefined if this user cannot create the folder, so that no command of it can
 */
export async function holdPlaceholder(folder: string): Promise<(() => Promise<void>) | undefined> {
  const mark = join(folder, `${markPrefix}${process.pid}-${crypto.randomUUID()}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(folder).catch(ignore('EEXIST'));
      await writeFile(mark, '', { flag: 'wx' });
      return () => release(folder, mark);
    } catch (error) {
      if (isCode(error, 'EACCES', 'EROFS', 'EPERM')) return undefined;
      // Another call removed the folder in between.
      if (!isCode(error, 'ENOENT') || attempt === mostAttempts) throw error;
    }
  }
}

/** True if the folder exists only because of sandboxes. */
export async function isPlaceholder(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.length > 0 && names.every((name) => name.startsWith(markPrefix));
}

async function release(folder: string, mark: string): Promise<void> {
  try {
    await rm(mark, { force: true });
    // Processes that were killed left their files.
    for (const name of await readdir(folder))
      if (isOfDeadProcess(name)) await rm(join(folder, name), { force: true });
    await rmdir(folder);
  } catch {
    // Another call uses the folder, or has removed it. A folder that stays is removed after the next call.
  }
}

function isOfDeadProcess(name: string): boolean {
  const pid = name.startsWith(markPrefix) ? Number.parseInt(name.slice(markPrefix.length), 10) : Number.NaN;
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return isCode(error, 'ESRCH');
  }
}

function ignore(...codes: string[]): (error: unknown) => void {
  return (error) => {
    if (!isCode(error, ...codes)) throw error;
  };
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
