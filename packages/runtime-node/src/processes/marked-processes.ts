import { readdir, readFile } from 'node:fs/promises';

/** A variable that whoever is started inherits, also in a session of its own, unless it clears its environment. */
const markName = 'TOOL_PROCESS_MARK';
/** Some may be made while others are ended: so often it is looked again, at most. */
const mostLooks = 10;

export interface ProcessMark {
  environment: Record<string, string>;
  /** Ends all processes that have the mark, whatever group they are in. Where the system does not tell, it ends none. */
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

/** Whether there were any. */
async function killMarked(mark: string): Promise<boolean> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^[1-9]\d*$/.test(name));
  const killed = await Promise.all(
    pids.map(async (pid) => {
      // A process of others, or one that is gone, tells nothing.
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
