import type { ChildProcess } from 'node:child_process';

/** Milliseconds for a group to end after SIGTERM. */
const graceMs = 2_000;

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

/** Ends the group: SIGTERM first, then SIGKILL. Resolves once its leader has ended and the rest was killed. */
export async function endGroup(child: ChildProcess, grace = graceMs): Promise<void> {
  if (child.pid === undefined) return;
  if (!hasExited(child)) {
    signalGroup(child, 'SIGTERM');
    await exitWithin(child, grace);
  }
  // Sent even if the leader has exited: its children had the chance to end with it.
  signalGroup(child, 'SIGKILL');
  if (!hasExited(child)) await new Promise<void>((resolve) => child.once('exit', () => resolve()));
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

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
