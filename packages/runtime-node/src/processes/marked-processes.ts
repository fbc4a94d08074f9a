import { readdir, readFile } from 'node:fs/promises';

/** Variable that child processes inherit, even in a session of their own, unless they clear their environment. */
const markName = 'TOOL_PROCESS_MARK';
/** Limit of passes: new processes may appear while others are killed. */
const mostLooks = 10;

export interface ProcessMark {
  environment: Record<string, string>;
  /** Kills all processes with the mark, in any group. If the system cannot list processes, none is killed. */
  end(): Promise<void>;
}

/** Creates a unique mark for a program and its child processes, because `setsid` leaves the process group. */
export function processMark(): ProcessMark {
  const value = crypto.randomUUID();
  return {
    environment: { [markName]: value },
    end: async () => {
      for (let look = 0; look < mostLooks; look += 1)
        if (!(await killMarked(`\0${markName}=${value}\0`))) return;
    },
  };
}

/** Returns true if there were any. */
async function killMarked(mark: string): Promise<boolean> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^[1-9]\d*$/.test(name));
  const killed = await Promise.all(
    pids.map(async (pid) => {
      // Reading fails for a process of another user, or one that has ended.
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      return `\0${environment}`.includes(mark) && isKilled(Number(pid));
    }),
  );
  return killed.includes(true);
}

function isKilled(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
