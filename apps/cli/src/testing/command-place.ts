import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadScripts, type ModelEmulator, startModelEmulator } from '@agent-home/model-emulator';
import { inspectProject, loadDefinitions, trustProject } from '@agent-home/runtime-node/definitions';
import { onTestFinished, vi } from 'vitest';
import { CommandError } from '../errors/command-error.ts';
import { createProgram } from '../program/create-program.ts';

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
  /** Code of the error that ended the command. */
  error: string | undefined;
}

export interface CommandPlace {
  project: string;
  home: string;
  write(path: string, content: string): void;
  /** Trusts the project as it is now. */
  trust(): void;
  /** Runs a command in this process, as typed in the project. */
  run(...words: string[]): Promise<CommandResult>;
}

/** Returns settings with one scripted model, which is closed when the test ends. */
export async function scriptedModel(script: string): Promise<{ emulator: ModelEmulator; models: object }> {
  const emulator = await startModelEmulator({
    scripts: loadScripts([{ file: 'script.yaml', text: script }]),
  });
  onTestFinished(() => emulator.close());
  const models = { m: { provider: 'emulator', url: `${emulator.url}/v1`, contextWindow: 400_000 } };
  return { emulator, models };
}

const signals = ['SIGINT', 'SIGTERM'] as const;
const variables = ['HOME', 'AGENT_HOME_DATA', 'XDG_STATE_HOME'] as const;

/** Creates a separate project and home for commands that run in this process. Paths are below both: `project/…`, `home/…`. */
export function commandPlace(files: Record<string, string>): CommandPlace {
  const root = mkdtempSync(join(tmpdir(), 'agent-home-commands-'));
  const project = join(root, 'project');
  const home = join(root, 'home');
  const before = variables.map((name) => [name, process.env[name]] as const);
  onTestFinished(() => {
    for (const [name, value] of before) setVariable(name, value);
    rmSync(root, { recursive: true, force: true });
  });
  setVariable('HOME', home);
  setVariable('XDG_STATE_HOME', undefined);
  setVariable('AGENT_HOME_DATA', join(root, 'state'));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  mkdirSync(join(project, 'agents'), { recursive: true });
  mkdirSync(home);
  for (const [path, content] of Object.entries(files)) write(path, content);
  const places = { project, global: join(home, '.agent-home') };
  return {
    project,
    home,
    write,
    trust: () => trustProject(places, inspectProject(places, loadDefinitions(places).trust, []), new Date()),
    run: (...words) =>
      runHere(['agents', 'ask'].includes(words[0] ?? '') ? [...words, '--project', project] : words),
  };
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

async function runHere(words: string[]): Promise<CommandResult> {
  const result: CommandResult = { code: 0, stdout: '', stderr: '', error: undefined };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: string) => {
      result.stdout += `${line}\n`;
    }),
    vi.spyOn(console, 'error').mockImplementation((line: string) => {
      result.stderr += `${line}\n`;
    }),
  ];
  const exitCode = process.exitCode;
  const listeners = signals.map((signal) => [signal, process.listeners(signal)] as const);
  process.exitCode = undefined;
  try {
    await createProgram('').parseAsync(words, { from: 'user' });
    result.code = Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    Object.assign(result, { code: error.exitCode, error: error.code });
    result.stderr += `${error.message} [${error.code}]\n`;
  } finally {
    process.exitCode = exitCode;
    // Removes listeners that a command keeps until its process ends.
    for (const [signal, known] of listeners)
      for (const listener of process.listeners(signal))
        if (!known.includes(listener)) process.off(signal, listener);
    for (const spy of spies) spy.mockRestore();
  }
  return result;
}
