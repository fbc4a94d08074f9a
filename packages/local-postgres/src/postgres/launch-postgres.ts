import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { Place } from './data-place.ts';
import type { SystemUser } from './postgres-user.ts';
import { isAlive } from './stop-outlived.ts';

/** Retries because the children of a server killed with kill -9 may hold its shared memory for a moment. */
export async function launch(
  place: Place,
  settings: string[],
  user: SystemUser | undefined,
  url: string,
): Promise<ChildProcess> {
  for (const end = Date.now() + 20_000; ; await delay(200)) {
    const child = spawn(
      place.binaries.postgres,
      ['-D', place.data, ...settings.flatMap((setting) => ['-c', setting])],
      {
        // Separate process group: Ctrl-C in a terminal must reach only this process, which then stops the server last.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
        ...user,
      },
    );
    try {
      await untilReady(child, url);
      return child;
    } catch (error) {
      const held =
        error instanceof Error && /shared memory block|lock file|Address already in use/.test(error.message);
      if (!held || Date.now() > end) throw error;
    }
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    log = `${log}${chunk.toString()}`.slice(-4_000);
  });
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(25)) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${lastWords(log)}`);
    if (await answers(url)) return;
  }
  throw new Error(`PostgreSQL did not respond within a minute: ${lastWords(log)}`);
}

/** Returns the reason of the exit as one line, if the log has one. */
function lastWords(log: string): string {
  const lines = log.split('\n').map((line) => line.trim());
  const reasons = lines.filter((line) => /(FATAL|PANIC|HINT|DETAIL):/.test(line));
  return (reasons.length > 0 ? reasons : lines.filter((line) => line !== '').slice(-3)).join(' ');
}

async function answers(url: string): Promise<boolean> {
  const client = postgres(url, { max: 1, connect_timeout: 2, fetch_types: false, onnotice: () => {} });
  try {
    await client`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await client.end({ timeout: 1 });
  }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  child.ref();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (isAlive(child.pid)) child.kill('SIGINT');
  const stopped = await Promise.race([gone.then(() => true), delay(10_000, false, { ref: false })]);
  if (!stopped) child.kill('SIGQUIT');
  await gone;
}
