import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './process-alive.ts';

/**
 * Locks a folder for this process. Returns a function that releases it, or the current holder if it could be read. A lock left by
 * kill -9 is taken over.
 */
export async function lockFolder(
  folder: string,
  name: string,
): Promise<(() => Promise<void>) | { heldBy: number | undefined }> {
  const file = join(folder, name);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      await placeWhole(file, String(process.pid));
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const pid = Number(await readFile(file, 'utf8').catch(() => '0'));
      if (pid > 0 && pid !== process.pid && (await isAgentHome(pid))) return { heldBy: pid };
      await rm(file, { force: true });
    }
  }
  return { heldBy: undefined };
}

/** Created with its content: an empty lock would look free. */
async function placeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, text);
  try {
    await link(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns true if the process is alive and ours: after a reboot its number may belong to another program. */
async function isAgentHome(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'agent-home');
  return command.includes('agent-home');
}
