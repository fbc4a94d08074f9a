import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Milliseconds for a group to end after SIGTERM. */
export const groupGraceMs = 2_000;

/** Sends a signal to a process that was started with `detached`, and to all that it started. */
export function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  if (child.pid === undefined) return false;
  try {
    process.kill(-child.pid, signal);
    return true;
  } catch {
    // The group has no process left.
    return false;
  }
}

/**
 * Ends the group: SIGTERM first, then SIGKILL. Resolves once its leader has ended and the rest was killed.
 *
 * @param isWrapped true if the process runs the program in a sandbox; SIGTERM is for the program then
 */
export async function endGroup(child: ChildProcess, { isWrapped = false } = {}): Promise<void> {
  if (child.pid === undefined) return;
  if (!hasExited(child)) {
    if (!isWrapped || !terminateWrapped(child.pid)) signalGroup(child, 'SIGTERM');
    await exitWithin(child, groupGraceMs);
  }
  // Sent even if the leader has exited: its children had the chance to end with it.
  signalGroup(child, 'SIGKILL');
  if (!hasExited(child)) await new Promise<void>((resolve) => child.once('exit', () => resolve()));
}

/** Kills one process and waits for its end. This program stays alive until then, even if the child was unreferenced. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasExited(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.ref();
  child.kill('SIGKILL');
  await ended;
}

/** Waits for the end of a process, but at most for the given time. */
export async function exitWithin(child: ChildProcess, milliseconds: number): Promise<void> {
  if (child.pid === undefined || hasExited(child)) return;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    timer = setTimeout(resolve, milliseconds);
  });
  clearTimeout(timer);
}

/**
 * Sends SIGTERM to the session of a sandbox, whose leader is the child of the program that made it. That program itself would end at
 * once and take the session with it, so that no command could end in order.
 */
function terminateWrapped(pid: number): boolean {
  try {
    const leader = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
    if (!Number.isSafeInteger(leader) || leader < 2) return false;
    process.kill(-leader, 'SIGTERM');
    return true;
  } catch {
    // The sandbox is being built or has ended.
    return false;
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
