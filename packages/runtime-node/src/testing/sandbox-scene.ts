import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { defaultSandbox } from '@agent-home/agent-runtime/definition';
import { expect, onTestFinished } from 'vitest';
import { createNativeTools } from '../native-tools/create-native-tools.ts';
import { scratchProject } from './scratch-project.ts';
import { callTool, toText } from './tool-calls.ts';

export const required = { ...defaultSandbox, bash: 'required' as const };

export interface Scene {
  sandbox?: typeof defaultSandbox;
  files?: Record<string, string>;
}

/** A project, and a home folder with secrets that is not below /tmp, where a sandbox has a folder of its own. */
export function beginSandbox({ sandbox = required, files = { 'a.txt': 'a' } }: Scene = {}) {
  const { folder } = scratchProject(files);
  const home = realpathSync(mkdtempSync(join(homedir(), '.sandbox-test-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const name of ['.ssh', '.aws', '.gnupg', '.config/gcloud', 'state', '.agent-home', 'other'])
    mkdirSync(join(home, name), { recursive: true });
  for (const name of [
    '.ssh/id',
    '.aws/credentials',
    '.gnupg/key',
    '.config/gcloud/token',
    'state/log.key',
    '.netrc',
  ])
    writeFileSync(join(home, name), 'the-secret');
  writeFileSync(join(home, 'other/file'), 'kept');
  writeFileSync(join(home, '.bashrc'), 'kept');
  writeFileSync(join(home, '.agent-home/settings.json'), '{}');
  const environment = { PATH: process.env.PATH, HOME: home, LD_PRELOAD: join(folder, 'evil.so') };
  const tools = createNativeTools({
    projectFolder: folder,
    hiddenFolders: [join(home, 'state')],
    environment,
    sandbox,
  });
  onTestFinished(() => tools.close());
  const run = (command: string) => callTool(tools, 'bash', { command, timeout_ms: 20_000 });
  /** Returns the output of a command that was run in the sandbox, however it ended. */
  const output = async (command: string) => {
    const outcome = await run(command);
    expect(outcome.metadata.sandbox).toBe('bubblewrap');
    return toText(outcome);
  };
  return { folder, home, tools, run, output, environment };
}

/** Runs commands that print ESCAPED if they reach their goal. */
export async function attempt(
  output: (command: string) => Promise<string>,
  commands: Record<string, string>,
): Promise<void> {
  for (const [name, command] of Object.entries(commands))
    expect(`${name}: ${await output(command)}`).not.toContain('ESCAPED');
}
