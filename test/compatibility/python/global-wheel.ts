import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { pythonEnvironment } from '../../support/python-environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    pythonClient: PythonClient;
  }
}

export interface PythonClient {
  /** Command folder of the environment with the packages that `requirements.lock` pins. */
  commands: string;
  /** Folder that contains only the installed wheel. */
  installed: string;
}

const source = fileURLToPath(new URL('../../../clients/python/', import.meta.url));

/** Builds and installs the wheel once, before the timeout of any test starts, so tests run the published form. */
export default function setup(project: TestProject): () => void {
  const commands = pythonEnvironment('python-client', join(source, 'requirements.lock'));
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-python-'));
  const [wheels, installed] = [join(folder, 'wheels'), join(folder, 'installed')];
  run(join(commands, 'python'), ['-m', 'build', '--wheel', '--no-isolation', '--outdir', wheels, source]);
  const built = readdirSync(wheels).map((name) => join(wheels, name));
  const quietly = ['--quiet', '--disable-pip-version-check', '--no-deps'];
  run(join(commands, 'pip'), ['install', ...quietly, '--target', installed, ...built]);
  project.provide('pythonClient', { commands, installed });
  return () => rmSync(folder, { recursive: true, force: true });
}

function run(command: string, given: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, given, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${given.join(' ')} failed:\n${stdout}\n${stderr}`);
}
