import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { pythonEnvironment } from '../../support/python-environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    agno: AgnoPrograms;
  }
}

export interface AgnoPrograms {
  /** Python of an environment with agno, as `requirements.lock` pins it. */
  python: string;
  /** Folder that contains only our installed wheel, for `PYTHONPATH`. */
  installed: string;
}

const source = fileURLToPath(new URL('../../../clients/agno/', import.meta.url));

/** Installs agno and our wheel once, before the timeout of any test starts. Fails where it cannot: no test is skipped. */
export default function setup(project: TestProject): () => void {
  const commands = pythonEnvironment('agno', join(source, 'requirements.lock'));
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-agno-'));
  const [wheels, installed] = [join(folder, 'wheels'), join(folder, 'installed')];
  const python = join(commands, 'python');
  run(python, ['-m', 'build', '--wheel', '--no-isolation', '--outdir', wheels, source]);
  const built = readdirSync(wheels).map((name) => join(wheels, name));
  const quietly = ['--quiet', '--disable-pip-version-check', '--no-deps'];
  run(join(commands, 'pip'), ['install', ...quietly, '--target', installed, ...built]);
  project.provide('agno', { python, installed });
  return () => rmSync(folder, { recursive: true, force: true });
}

function run(command: string, given: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, given, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${given.join(' ')} failed:\n${stdout}\n${stderr}`);
}
