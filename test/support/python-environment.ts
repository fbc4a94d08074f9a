import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

function placeOf(name: string, requirements: string): { folder: string; commands: string; done: string } {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'agent-home');
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const folder = join(cache, `${name}-${version}`);
  return { folder, commands: join(folder, 'bin'), done: join(folder, 'complete') };
}

/** Returns the folder of commands of an environment that `pythonEnvironment` has installed; undefined if it has not. */
export function findPythonEnvironment(name: string, requirements: string): string | undefined {
  const { commands, done } = placeOf(name, requirements);
  return existsSync(done) ? commands : undefined;
}

/**
 * Returns the folder of commands of a Python environment with the pinned `requirements`, installed once for these versions into a
 * cache outside the work tree. Not safe for concurrent processes: call it at the start of a run.
 */
export function pythonEnvironment(name: string, requirements: string): string {
  const { folder, commands, done } = placeOf(name, requirements);
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true });
    run('python3', ['-m', 'venv', folder]);
    run(join(commands, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
    // Written last, so an interrupted installation starts again.
    writeFileSync(done, '');
  }
  return commands;
}

function run(command: string, given: string[]): void {
  const { status, error } = spawnSync(command, given, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0)
    throw new Error(`${command} ${given.join(' ')} failed${error ? `: ${error.message}` : ''}`);
}
