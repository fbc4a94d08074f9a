import { chmodSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { recordOwnFile } from '@agent-home/runtime-node/state';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { callTool, toText } from '../../../packages/runtime-node/src/testing/tool-calls.ts';
import { ProgramsOfSettings } from './support/programs-of-settings.ts';

const signal = new AbortController().signal;

interface Way {
  files: Record<string, string>;
  binding: object;
  /** File that changes. */
  changed: string;
}

const say = (word: string) => `console.log('${word}')\n`;

/** Expects a tool to print `trusted`, to be refused in the same run after a change, and to print `changed` once that is trusted. */
async function refusesChange({ files, binding, changed }: Way): Promise<void> {
  const home = new ProgramsOfSettings();
  for (const [path, text] of Object.entries(files)) home.write(path, text);
  home.settings({ tools: { words: binding } });
  home.trust();
  const { tools } = home.open();
  expect(toText(await callTool(tools, 'words', {})).trim()).toBe('trusted');
  home.write(changed, (files[changed] ?? '').replaceAll('trusted', 'changed'));
  const outcome = await callTool(tools, 'words', {});
  expect(outcome).toMatchObject({ error: { code: 'project_changed' } });
  expect(JSON.stringify(outcome)).toContain(changed);
  home.trust();
  expect(toText(await callTool(home.open().tools, 'words', {})).trim()).toBe('changed');
}

describe('programs of a trusted project', () => {
  test('changed code does not run: a Python import', () =>
    refusesChange({
      files: { 'srv/main.py': 'import helper\nprint(helper.word)\n', 'srv/helper.py': 'word = "trusted"\n' },
      binding: { command: ['python3', 'srv/main.py'] },
      changed: 'srv/helper.py',
    }));

  test('changed code does not run: a sourced shell file', () =>
    refusesChange({
      files: { 'run.sh': '. lib/words.sh\necho $word\n', 'lib/words.sh': 'word=trusted\n' },
      binding: { command: ['sh', 'run.sh'] },
      changed: 'lib/words.sh',
    }));

  test('changed code does not run: a package of the project', () =>
    refusesChange({
      files: {
        'run.cjs': "require('words')\n",
        'node_modules/words/package.json': '{"name":"words","main":"main.cjs"}',
        'node_modules/words/main.cjs': say('trusted'),
      },
      binding: { command: ['node', 'run.cjs'] },
      changed: 'node_modules/words/main.cjs',
    }));

  test('changed code does not run: a computed module URL', () =>
    refusesChange({
      files: {
        'run.mjs': "const name = 'words';\nawait import(new URL('lib/' + name + '.mjs', import.meta.url));\n",
        'lib/words.mjs': say('trusted'),
      },
      binding: { command: ['node', 'run.mjs'] },
      changed: 'lib/words.mjs',
    }));

  test('changed code does not run: a script of npm', () =>
    refusesChange({
      files: { 'package.json': JSON.stringify({ scripts: { words: 'echo trusted' } }) },
      binding: { command: ['npm', 'run', '--silent', 'words'] },
      changed: 'package.json',
    }));

  test('changed code does not run: a Python package by -m', () =>
    refusesChange({
      files: { 'words/__init__.py': '', 'words/__main__.py': 'print("trusted")\n' },
      binding: { command: ['python3', '-m', 'words'] },
      changed: 'words/__main__.py',
    }));

  test('changed code does not run: a file that a loaded module reads', () =>
    refusesChange({
      files: {
        'tool.mjs': `import { readFileSync } from 'node:fs';
const lib = ['lib', 'words.txt'].join('/');
export default () => readFileSync(new URL(lib, import.meta.url), 'utf8');`,
        'lib/words.txt': 'trusted',
      },
      binding: { module: './tool.mjs' },
      changed: 'lib/words.txt',
    }));

  test('changed code does not run: a hook of git', () =>
    refusesChange({
      files: { '.git/hooks/post-checkout': 'trusted', 'run.sh': 'cat .git/hooks/post-checkout\n' },
      binding: { command: ['sh', 'run.sh'] },
      changed: '.git/hooks/post-checkout',
    }));

  test('a new file in a trusted project refuses programs', async () => {
    const home = new ProgramsOfSettings();
    home.write('run.py', 'import json, own\nprint("trusted")\n');
    home.write('own.py', '');
    home.settings({ tools: { words: { command: ['python3', 'run.py'] } } });
    home.trust();
    const { tools } = home.open();
    const code = async () => (await callTool(tools, 'words', {})).error?.code;
    expect([await code(), await code()]).toEqual([undefined, undefined]);
    home.write('json.py', 'print("planted")\n');
    expect(await code()).toBe('project_changed');
  });

  test('an ended server does not restart from changed code', async () => {
    const home = new ProgramsOfSettings();
    home.write('server.sh', 'echo started >> "$LOG"\n. lib/rest.sh\n');
    home.write('lib/rest.sh', 'exit 0\n');
    const log = join(home.global, 'started');
    home.settings({ mcpServers: { own: { command: 'sh', args: ['server.sh'], env: { LOG: log } } } });
    home.trust();
    const { servers, problems } = home.open();
    await servers.tools(signal);
    expect(home.read('started', home.global)).toBe('started\n');
    home.write('lib/rest.sh', 'exit 1\n');
    await servers.tools(signal);
    await expect
      .poll(() => servers.tools(signal).then(() => problems.map(({ code }) => code)))
      .toContain('project_changed');
    expect(home.read('started', home.global)).toBe('started\n');
  });

  test('project secrets and validators run no changed code', async () => {
    const home = new ProgramsOfSettings();
    home.write('say.sh', '. ./word.sh\necho $word\n');
    home.write('word.sh', 'word=a-trusted-secret\n');
    home.write('check.mjs', 'export default () => true;');
    home.settings({
      vault: { key: { command: ['sh', 'say.sh'] } },
      validators: { sure: { module: './check.mjs' } },
    });
    home.trust();
    expect(await home.open().vault.value('vault://key')).toBe('a-trusted-secret');
    const { vault, validators } = home.open();
    home.write('word.sh', 'word=a-planted-secret\n');
    await expect(vault.value('vault://key')).rejects.toMatchObject({ code: 'project_changed' });
    const judged = validators.judge({ guardrail: 'sure', output: 'x', value: undefined }, { signal });
    await expect(judged).rejects.toMatchObject({ code: 'validator_changed' });
  });

  test('a secret’s command runs the file that was trusted', async () => {
    const home = new ProgramsOfSettings({ TMPDIR: '/tmp' });
    home.write('secret.sh', '#!/bin/sh\necho a-secret-of-the-project\n');
    home.settings({ vault: { key: { command: ['./secret.sh'] } } });
    home.trust();
    expect(await home.open().vault.value('vault://key')).toBe('a-secret-of-the-project');
  });

  test('a file that was only touched is read again and stays trusted', async () => {
    const home = new ProgramsOfSettings();
    home.write('run.sh', 'echo trusted\n');
    home.settings({ tools: { words: { command: ['sh', 'run.sh'] } } });
    home.trust();
    const { tools } = home.open();
    utimesSync(join(home.project, 'run.sh'), new Date(0), new Date(0));
    expect(toText(await callTool(tools, 'words', {})).trim()).toBe('trusted');
    chmodSync(join(home.project, 'run.sh'), 0o644);
    expect(await callTool(tools, 'words', {})).toMatchObject({ error: { code: 'project_changed' } });
  });

  test('a left out folder may change and is shown', async () => {
    const home = new ProgramsOfSettings();
    home.write('run.sh', 'cat docs/word\n');
    home.write('docs/word', 'trusted');
    home.settings({ tools: { words: { command: ['sh', 'run.sh'] } } });
    home.trust(['docs']);
    expect(home.loaded().trust.pinned?.tree?.except).toEqual(['docs']);
    const { tools } = home.open();
    home.write('docs/word', 'changed');
    expect(toText(await callTool(tools, 'words', {}))).toBe('changed');
    home.write('other', '');
    expect(await callTool(tools, 'words', {})).toMatchObject({ error: { code: 'project_changed' } });
  });

  test('only a shipped data folder is pinned', async () => {
    const home = new ProgramsOfSettings();
    home.write('run.sh', '. .agent-home/word.sh\necho $word\n');
    home.write('.agent-home/word.sh', 'word=trusted\n');
    home.write('.agent-home/home.json', '{"id":"of-another"}');
    home.settings({ tools: { words: { command: ['sh', 'run.sh'] } } });
    home.trust();
    const { tools } = home.open();
    home.write('.agent-home/word.sh', 'word=changed\n');
    expect(await callTool(tools, 'words', {})).toMatchObject({ error: { code: 'project_changed' } });
    chmodSync(join(home.project, '.agent-home/home.json'), 0o600);
    vi.stubEnv('XDG_STATE_HOME', join(home.global, 'state'));
    onTestFinished(() => void vi.unstubAllEnvs());
    recordOwnFile(join(home.project, '.agent-home/home.json'));
    home.trust();
    home.write('.agent-home/word.sh', 'word=own\n');
    expect(toText(await callTool(home.open().tools, 'words', {})).trim()).toBe('own');
  });
});
