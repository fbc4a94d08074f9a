import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = import.meta.dirname;

export interface Engine {
  /** Data folder of the engine. */
  folder: string;
  /** `DOCKER_HOST` and `DOCKER_CONFIG`, so that docker uses only this engine. */
  environment: Record<string, string>;
}

export async function startEngine(folder: string, config: string): Promise<Engine> {
  await run(join(here, 'start.sh'), [folder]);
  return {
    folder,
    environment: { DOCKER_HOST: `unix://${folder}/docker.sock`, DOCKER_CONFIG: config, DOCKER_BUILDKIT: '1' },
  };
}

/** Simulates a power cut: kills the engine and all its containers at once, without warning. */
export async function cutPower({ folder }: Engine): Promise<void> {
  const processes = await allProcesses();
  const dockerd = Number(await readFile(join(folder, 'docker.pid'), 'utf8'));
  const roots = processes.filter(
    ({ pid, command }) =>
      pid === dockerd || (command.includes('containerd-shim') && command.includes(folder)),
  );
  const doomed = new Set(roots.map(({ pid }) => pid));
  for (let size = 0; size !== doomed.size; ) {
    size = doomed.size;
    for (const { pid, parent } of processes) if (doomed.has(parent)) doomed.add(pid);
  }
  for (const pid of doomed) killNow(pid);
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The process has ended with another one.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface Process {
  pid: number;
  parent: number;
  command: string;
}

async function allProcesses(): Promise<Process[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      try {
        const status = await readFile(`/proc/${name}/status`, 'utf8');
        const command = await readFile(`/proc/${name}/cmdline`, 'utf8');
        return { pid: Number(name), parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command };
      } catch {
        // The process ended in the meantime.
        return undefined;
      }
    }),
  );
  return found.filter((one) => one !== undefined);
}
