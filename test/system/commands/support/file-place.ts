import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { inTerminal } from '../../../support/pseudo-terminal.ts';
import { agentHome, type Ended } from '../../../support/terminal.ts';

export interface FilePlace {
  root: string;
  project: string;
  /** `~/.agent-home`. */
  global: string;
  run(...words: string[]): Promise<Ended>;
  /** Returns the exit code, and the code in brackets on standard error. */
  getCode(...words: string[]): Promise<[number | null, string | undefined]>;
  /** Runs a command in a pseudo-terminal, and types `typed` once `when` is shown. */
  atTerminal(
    words: string[],
    options?: { when?: string; typed?: string; editor?: string },
  ): Promise<{ code: number | null; shown: string }>;
  read(path: string): Promise<string>;
  write(path: string, content: string): Promise<void>;
  /** Returns the names in a folder; an empty list if the folder is missing. */
  names(path: string): Promise<string[]>;
}

/** Creates an empty project and home. Paths begin with `project/` or `home/`. */
export async function openFilePlace(files: Record<string, string> = {}): Promise<FilePlace> {
  const root = await mkdtemp(join(tmpdir(), 'agent-home-files-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const project = join(root, 'project');
  const env = { HOME: join(root, 'home'), TMPDIR: join(root, 'tmp') };
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  for (const folder of ['project', 'home', 'tmp']) await mkdir(join(root, folder));
  for (const [path, content] of Object.entries(files)) await write(path, content);
  const run = (...words: string[]) => agentHome(words, { cwd: project, env });
  return {
    root,
    project,
    global: join(env.HOME, '.agent-home'),
    run,
    getCode: async (...words) => {
      const { code, stderr } = await run(...words);
      return [code, /\[([a-z_]+)\]$/m.exec(stderr)?.[1]];
    },
    atTerminal: (words, { when = '', typed = '', editor } = {}) =>
      inTerminal(words, {
        cwd: project,
        env: { ...env, ...(editor === undefined ? {} : { EDITOR: editor }) },
        interrupt: when,
        typed,
      }),
    read: (path) => readFile(join(root, path), 'utf8'),
    write,
    names: (path) => readdir(join(root, path)).catch(() => []),
  };
}
