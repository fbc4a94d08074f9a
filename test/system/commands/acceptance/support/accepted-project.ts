import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JournalEntry } from '@agent-home/model-emulator';
import { expect } from 'vitest';
import { type OpenTerminal, openTerminal } from '../../../../support/open-terminal.ts';
import { type AgentProject, openProject } from '../../support/agent-project.ts';
import { writeFiles } from '../../support/write-files.ts';

const require = createRequire(import.meta.url);
const official = (name: string) => require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);

export interface AcceptedProject extends AgentProject {
  /** Starts a command in a pseudo-terminal that stays open. */
  talk(...words: string[]): OpenTerminal;
  /** Runs a command in a pseudo-terminal without input until it ends. */
  shownBy(...words: string[]): Promise<{ code: number | null; shown: string }>;
  /** Returns the model requests whose system text contains the given words. */
  asked(system: string): JournalEntry[];
}

/**
 * Opens a project with real servers that the user has configured: two official ones of the protocol, and one
 * named `github`.
 */
export async function openAccepted(
  script: string,
  files: Record<string, string> = {},
): Promise<AcceptedProject> {
  const project = await openProject(script);
  const { folder, home, emulator } = project;
  const node = (...args: string[]) => ({ command: process.execPath, args });
  const mcpServers = {
    files: node(official('filesystem'), folder),
    everything: node(official('everything')),
    github: node(fileURLToPath(new URL('github-server.mjs', import.meta.url))),
  };
  const settings = join(home, '.agent-home/settings.json');
  const before = JSON.parse(await readFile(settings, 'utf8')) as object;
  await writeFile(settings, JSON.stringify({ ...before, mcpServers }));
  await writeFiles(folder, files);
  const talk = (...words: string[]) => openTerminal(words, { cwd: folder, env: { HOME: home } });
  return {
    ...project,
    talk,
    async shownBy(...words) {
      const terminal = talk(...words);
      return { code: await terminal.ended, shown: terminal.shown() };
    },
    asked: (system) => emulator.journal().filter((request) => request.system?.includes(system)),
  };
}

/** Requires each pattern to match after the previous one. */
export function expectInOrder(shown: string, patterns: readonly RegExp[]): void {
  let rest = shown;
  for (const pattern of patterns) {
    expect(rest).toMatch(pattern);
    rest = rest.slice(rest.search(pattern) + 1);
  }
}
