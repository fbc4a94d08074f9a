import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadScripts, type ModelEmulator, startModelEmulator } from '@agent-home/model-emulator';
import { inspectProject, loadDefinitions, trustProject } from '@agent-home/runtime-node/definitions';
import { onTestFinished } from 'vitest';
import { getState } from '../../../support/state-home.ts';
import type { Ended } from '../../../support/terminal.ts';
import { type Command, startCommand } from './start-command.ts';

export interface AgentProject {
  emulator: ModelEmulator;
  folder: string;
  /** Folder of the settings for all projects: these need no trust. */
  home: string;
  /** Starts a command as a user types it in this folder. */
  start(...words: string[]): Command;
  run(...words: string[]): Promise<Ended>;
  /** Newest first. */
  runs(): Promise<{ run_id: string; session_id: string; state: string; code?: string }[]>;
  /** Folder of its runs, memory and sessions. */
  state: string;
  log(runId: string): string;
}

const agent = `---
kind: agent
name: ada
title: Ada the careful
description: Does what is asked.
---
You are careful.
`;

/** Opens a folder with an agent on a scripted model. `isTrusted`: its user trusts it, unless its settings make demands. */
export async function openProject(
  script: string,
  settings: object = {},
  environment: Record<string, string> = {},
  { isTrusted = true } = {},
): Promise<AgentProject> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-command-'));
  const home = join(folder, 'home');
  const project = join(folder, 'project');
  const emulator = await startModelEmulator({
    scripts: loadScripts([{ file: 'script.yaml', text: script }]),
  });
  onTestFinished(async () => {
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  });
  await mkdir(join(home, '.agent-home'), { recursive: true });
  await mkdir(join(project, 'agents'), { recursive: true });
  await writeFile(join(project, 'agents/ada.md'), agent);
  const models = { small: { provider: 'emulator', url: `${emulator.url}/v1`, contextWindow: 16_384 } };
  const approvals = { autoApprove: ['safe', 'low', 'medium'] };
  await writeFile(
    join(home, '.agent-home/settings.json'),
    JSON.stringify({ models, approvals, ...settings }),
  );
  if (isTrusted) trustFolder(project, home);
  const state = getState(project);
  const start = (...words: string[]) =>
    startCommand(words, { cwd: project, env: { HOME: home, ...environment } });
  return {
    emulator,
    folder: project,
    home,
    start,
    run: (...words) => start(...words).ended,
    async runs() {
      return JSON.parse((await start('runs', 'list', '--format', 'json').ended).stdout);
    },
    state,
    log: (runId) => join(state, 'runs', runId, 'log.jsonl'),
  };
}

/** Records the user's trust in the project as it is, like `agents trust`. */
export function trustFolder(project: string, home: string): void {
  const places = { project, global: join(home, '.agent-home') };
  trustProject(places, inspectProject(places, loadDefinitions(places).trust, []), new Date());
}

/** Returns the command lines of processes that run in a folder. */
export async function processesIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      return cwd.startsWith(folder) ? readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
    }),
  );
  return commands.filter((command) => command !== '');
}
