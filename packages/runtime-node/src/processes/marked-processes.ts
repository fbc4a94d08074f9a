import { readdir, readFile } from 'node:fs/promises';

/** Variable that child processes inherit, even in a session of their own, unless they clear their environment. */
const markName = 'TOOL_PROCESS_MARK';
/** Limit of passes: new processes may appear while others are killed. */
const mostLooks = 10;

export interface ProcessMark {
  environment: Record<string, string>;
  /** Kills all processes with the mark, in any group. Kills none if the system does not list them. */
  end(): Promise<void>;
}

/** A mark of its own for one program and what it starts: a group alone is left by `setsid`. */
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
      // The environment of another user's process, or of one that has ended, cannot be read.
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
