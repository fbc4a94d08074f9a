import { readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Stops a PostgreSQL that outlived its parent on this data folder. `kill -9` of Node leaves it running, and a second server on the
 * same folder would not start. Signals escalate from fast shutdown to SIGKILL; PostgreSQL recovers by itself.
 */
export async function stopOutlived(dataDirectory: string): Promise<void> {
  const pid = await runningPid(dataDirectory);
  if (pid === undefined) return;
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal);
    if (await isGone(pid, 5_000)) return;
  }
}

async function runningPid(dataDirectory: string): Promise<number | undefined> {
  const text = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return undefined;
  // The process id may belong to another process now, even to the server of another folder. A server's working directory is its own
  // folder.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (command !== undefined && !command.includes('postgres')) return undefined;
  const worksIn = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return worksIn === undefined || worksIn === (await realpath(dataDirectory)) ? pid : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isGone(pid: number, withinMs: number): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await delay(20)) {
    if (!isAlive(pid)) return true;
  }
  return false;
}
