import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { expect, onTestFinished } from 'vitest';
import { type OpenTerminal, openShell } from '../../../support/open-terminal.ts';
import { trustFolder } from '../support/agent-project.ts';
import { openCollector } from '../support/collector.ts';
import { listenWhereFound } from './listen-where-found.ts';
import type { Row } from './row-schema.ts';

/** A project of a user, with a shell in it. */
export interface Place {
  terminal: OpenTerminal;
  folder: string;
  /** False after something was typed, until the next prompt. */
  isAtPrompt: boolean;
  /** Returns the path of a file in the project or, with `~`, in the home. */
  path(file: string): string;
  /** Replaces names in braces by the values of this place. */
  fill(text: string): string;
  /** Checks what no terminal shows. */
  check?(): Promise<void>;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const scriptFile = fileURLToPath(new URL('script.yaml', import.meta.url));

/** PNG of one pixel. */
const redSquare =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

const agent = (name: string, body: string) =>
  `---\nkind: agent\nname: ${name}\ntitle: ${name}\n---\n${body}\n`;

/** Files of a place before its first row. */
const files: Record<Row['place'], Readonly<Record<string, string>>> = {
  empty: { 'notes.txt': 'tea\n' },
  terminal: {
    'notes.txt': 'tea\n',
    'package.json': '{ "scripts": { "test": "echo 3 passed" } }\n',
  },
  team: { 'agents/assistant.md': agent('assistant', 'You work in this folder.') },
  library: {
    'package.json': '{ "type": "module" }\n',
    'agents/keep.md': agent('keep', 'You keep the folder.'),
  },
  graphs: {
    'agents/classify.md': agent('classify', 'You classify.'),
    'agents/bug-fixer.md': agent('bug-fixer', 'You fix bugs.'),
    'agents/answerer.md': agent('answerer', 'You reply to questions.'),
  },
};

/** Opens the place of some rows; it is closed when the test ends. */
export async function openPlace(name: Row['place']): Promise<Place> {
  const top = await mkdtemp(join(tmpdir(), 'agent-home-everyday-'));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const [folder, home] = [join(top, 'project'), join(top, 'home')];
  await mkdir(join(home, '.agent-home'), { recursive: true });
  await mkdir(folder);
  for (const [file, text] of Object.entries(files[name])) await write(join(folder, file), text);
  const script = { file: 'script.yaml', text: await readFile(scriptFile, 'utf8') };
  const scripts = loadScripts([script]);
  if (name === 'empty') await listenWhereFound(scripts);
  else await configure(home, scripts, name === 'team' ? ['safe', 'low'] : ['safe']);
  if (name === 'terminal') await makeRepository(folder);
  if (name === 'team') await writeFile(join(folder, 'shot.png'), Buffer.from(redSquare, 'base64'));
  if (name === 'library' || name === 'team')
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  if (name !== 'empty' && name !== 'terminal') trustFolder(folder, home);
  const collector = await openCollector();
  const terminal = openShell({
    cwd: folder,
    env: { HOME: home },
    columns: 80,
    programs: join(root, 'node_modules/.bin'),
  });
  return {
    terminal,
    folder,
    isAtPrompt: false,
    path: (file) => (file.startsWith('~/') ? join(home, file.slice(2)) : join(folder, file)),
    fill: (text) => text.replaceAll('{collector}', collector.url),
    ...(name === 'library'
      ? {
          check: async () =>
            expect(collector.spans().map((span) => span.name)).toContain('invoke_agent helper'),
        }
      : {}),
  };
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function configure(
  home: string,
  scripts: ReturnType<typeof loadScripts>,
  autoApprove: readonly string[],
): Promise<void> {
  const emulator = await startModelEmulator({ scripts });
  onTestFinished(() => emulator.close());
  const model = {
    provider: 'emulator',
    url: `${emulator.url}/v1`,
    price: { input: 1, output: 2 },
    input: ['text', 'image'],
  };
  const settings = {
    agents: { model: 'small' },
    models: { small: model, large: model },
    approvals: { autoApprove },
    sandbox: { bash: 'off' },
  };
  await writeFile(join(home, '.agent-home/settings.json'), `${JSON.stringify(settings, undefined, 2)}\n`);
}

async function makeRepository(folder: string): Promise<void> {
  const git = (...words: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=Grace', '-c', 'user.email=grace@example.org', ...words], {
      cwd: folder,
    });
  await git('init', '-q');
  await git('add', '.');
  await git('commit', '-qm', 'begin');
}
