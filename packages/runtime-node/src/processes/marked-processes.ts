import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Variable that child processes inherit, even in a session of their own, unless they clear their environment. */
const markName = 'TOOL_PROCESS_MARK';
/** Time to end processes that start others all the while. */
const endingMs = 10_000;
/** Passes in a row that find no process: one that is between two programs can be missed. */
const clearPasses = 3;

export interface ProcessMark {
  environment: Record<string, string>;
  /** Kills all processes with the mark, in any group. If the system cannot list processes, none is killed. */
  end(): Promise<void>;
}

/** Creates a unique mark for a program and its child processes, because `setsid` leaves the process group. */
export function processMark(): ProcessMark {
  const value = crypto.randomUUID();
  const mark = `\0${markName}=${value}\0`;
  return {
    environment: { [markName]: value },
    async end() {
      const foreign = new Set<string>();
      const stopped = new Set<string>();
      const deadline = performance.now() + endingMs;
      const repeat = async (pass: () => boolean) => {
        for (let clear = 0; clear < clearPasses && performance.now() < deadline; await nextTurn())
          clear = pass() ? 0 : clear + 1;
      };
      // A killed process leaves room for another one where their number is limited, a stopped one does not.
      await repeat(() =>
        signalMarked(mark, { signal: 'SIGSTOP', passed: [foreign, stopped], foreign, stopped }),
      );
      await repeat(() => signalMarked(mark, { signal: 'SIGKILL', passed: [foreign], foreign, stopped }));
    },
  };
}

interface Search {
  signal: 'SIGSTOP' | 'SIGKILL';
  /** Processes that are not read. */
  passed: readonly ReadonlySet<string>[];
  /** Processes without the mark, which later passes do not read again. */
  foreign: Set<string>;
  stopped: Set<string>;
}

/**
 * Sends a signal to the processes with the mark, the newest first. Reads without giving way to other work, so that a process which
 * starts another one and ends is seen before it has ended.
 * @returns true if there were any
 */
function signalMarked(mark: string, { signal, passed, foreign, stopped }: Search): boolean {
  let found = false;
  for (const pid of processIds().reverse()) {
    if (passed.some((known) => known.has(pid))) continue;
    const environment = readEnvironment(pid);
    if (environment === '') continue;
    if (`\0${environment}`.includes(mark)) {
      found = true;
      stopped.add(pid);
      send(Number(pid), signal);
    } else foreign.add(pid);
  }
  return found;
}

function processIds(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^[1-9]\d*$/.test(name));
  } catch {
    return [];
  }
}

/** Returns an empty text for a process that has ended, belongs to another user, or is between two programs. */
function readEnvironment(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

function send(pid: number, signal: Search['signal']): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}
