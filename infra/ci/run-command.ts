import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

export interface CommandOutcome {
  /** `passed` for exit code 0, `timed out` if the limit ended the command. */
  ended: 'passed' | 'failed' | 'timed out';
  /** Wall-clock seconds. */
  seconds: number;
  /** Seconds of processor time of the command and its children, or undefined if the command was killed. */
  cpuSeconds: number | undefined;
}

/** Bash prints the processor time of the command and all its children; the marker separates it from their output. */
const timed = 'TIMEFORMAT="ci-cpu %U %S"; time "$@"';

/**
 * Runs a command in a process group of its own, with its output in `logFile`. Kills the whole group after `limit` seconds, so that
 * a hanging step leaves no process that would disturb the next one.
 */
export async function runCommand(
  command: readonly string[],
  options: { cwd: string; logFile: string; limit: number; environment: NodeJS.ProcessEnv },
): Promise<CommandOutcome> {
  const started = performance.now();
  const log = createWriteStream(options.logFile, { flags: 'a' });
  const child = spawn('bash', ['-c', timed, 'bash', ...command], {
    cwd: options.cwd,
    env: options.environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let lastError = '';
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  child.stderr.on('data', (chunk: Buffer) => {
    lastError = (lastError + chunk.toString('utf8')).slice(-400);
  });
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    killGroup(child.pid);
  }, options.limit * 1_000);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    // `exit`, not `close`: a process left behind may hold the output open.
    child.once('exit', (exitCode) => resolve(exitCode));
  });
  clearTimeout(timer);
  killGroup(child.pid);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => log.end(resolve));
  const [, user, system] = /ci-cpu (\d+\.\d+) (\d+\.\d+)\s*$/.exec(lastError) ?? [];
  const ended = isTimedOut ? 'timed out' : code === 0 ? 'passed' : 'failed';
  const cpuSeconds = user === undefined ? undefined : Number(user) + Number(system);
  return { ended, seconds: (performance.now() - started) / 1_000, cpuSeconds };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The group has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
