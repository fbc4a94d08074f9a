import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { expect, onTestFinished, test } from 'vitest';
import { openTerminal } from '../../support/open-terminal.ts';
import { listenWhereFound } from './everyday/listen-where-found.ts';

const [enter, ctrlC] = ['\r', '\u0003'];

const toScripts = (models: string) =>
  loadScripts([
    {
      file: 'script.yaml',
      text: `models: [${models}]\nrules:\n  - answer: 'Heard: {{user|line|first:60}}'\n`,
    },
  ]);

/** Opens an empty folder of a user without settings. */
async function openEmpty() {
  const top = await mkdtemp(join(tmpdir(), 'agent-home-first-'));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const [folder, home] = [join(top, 'project'), join(top, 'home')];
  await mkdir(folder);
  await mkdir(home);
  return {
    folder,
    settings: join(home, '.agent-home/settings.json'),
    start: (words: string[], env: Record<string, string> = {}) =>
      openTerminal(words, { cwd: folder, env: { HOME: home, ...env }, columns: 40 }),
  };
}

test('a first run finds a model, writes settings and begins a conversation', async () => {
  await listenWhereFound(toScripts('qwen3'));
  const { folder, settings, start } = await openEmpty();
  const first = start(['agents', 'init']);
  await first.shows('The model qwen3 is added to');
  await first.shows('The agent assistant is created: ');
  await first.shows('✓ the model qwen3 responds in');
  await first.shows('Assistant> ');
  // A single model needs no choice.
  expect(first.shown()).not.toContain('Number [1]');
  first.type(`What is here?${enter}`);
  await first.shows('│ Heard: What is here?');
  await first.shows('Assistant> ');
  first.type(ctrlC);
  expect(await first.ended).toBe(0);
  const text = await readFile(settings, 'utf8');
  expect(text).toMatch(/^ *\/\/ Models by name\./m);
  expect(text).toContain('"qwen3": {');
  const agent = await readFile(join(folder, 'agents/assistant.md'), 'utf8');
  expect(agent).toContain('name: assistant');
  // Its prompt is usable as it is.
  expect(agent).not.toContain('Say in two or three sentences');

  const second = start(['agents', 'init']);
  await second.shows(/session\s+terminal-\w+,\s+2\s+messages before/);
  await second.shows('Assistant> ');
  second.type(ctrlC);
  expect(await second.ended).toBe(0);
  expect(await readFile(settings, 'utf8')).toBe(text);
  expect(await readFile(join(folder, 'agents/assistant.md'), 'utf8')).toBe(agent);
}, 120_000);

test('a first run prompts where several models are found', async () => {
  await listenWhereFound(toScripts('qwen3, nomic-embed-text, llama3'));
  const { settings, start } = await openEmpty();
  const terminal = start(['agents', 'init', '-p', 'Hello']);
  await terminal.shows('Models that this machine can reach:');
  const list = await terminal.shows('Number [1]: ');
  expect(list).not.toContain('nomic-embed-text');
  const number = /(\d+) llama3/.exec(list)?.[1] ?? '';
  terminal.type(`99${enter}`);
  await terminal.shows('write a number from 1 to ');
  await terminal.shows('Number [1]: ');
  expect(existsSync(settings)).toBe(false);
  terminal.type(`${number}${enter}`);
  await terminal.shows('The model llama3 is added to');
  await terminal.shows('Heard: Hello');
  expect(await terminal.ended).toBe(0);
  expect(await readFile(settings, 'utf8')).toContain('"model": "llama3"');
}, 120_000);

test('a first run takes an API key of the environment without storing it', async () => {
  const key = 'sk-first-run-0123456789';
  const emulator = await startModelEmulator({ scripts: toScripts('large'), keys: [key] });
  onTestFinished(() => emulator.close());
  const { folder, settings, start } = await openEmpty();
  const words = ['agents', 'init', '--model', 'large', '--url', `${emulator.url}/v1`, '--key-env', 'MY_KEY'];
  const terminal = start([...words, '-p', 'Hello'], { MY_KEY: key });
  await terminal.shows('✓ the model large responds in');
  await terminal.shows('Heard: Hello');
  expect(await terminal.ended).toBe(0);
  const text = await readFile(settings, 'utf8');
  expect(text).toContain('"env": "MY_KEY"');
  expect(`${text}${terminal.shown()}`).not.toContain(key);
  expect(existsSync(join(folder, 'agents/assistant.md'))).toBe(true);
}, 120_000);

test('a first run prompts for the model of an API key', async () => {
  const refusing = createServer((_, response) => response.writeHead(502).end());
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void refusing.close());
  // Requests to the provider end at this proxy: no test leaves the machine.
  const proxy = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  const { settings, start } = await openEmpty();
  const key = 'sk-first-run-9876543210';
  const terminal = start(['agents', 'init'], {
    OPENAI_API_KEY: key,
    GROQ_API_KEY: 'gsk-first-run-0123456789',
    HTTPS_PROXY: proxy,
  });
  const list = await terminal.shows('Number [1]: ');
  const number = /(\d+) OpenAI \(OPENAI_API_KEY\)/.exec(list)?.[1] ?? '';
  terminal.type(`${number}${enter}`);
  await terminal.shows('Model of OpenAI (OPENAI_API_KEY), as the provider names it: ');
  terminal.type(enter);
  await terminal.shows('write the name of a model');
  terminal.type(`gpt-5${enter}`);
  await terminal.shows('The model gpt-5 is added to');
  await terminal.shows('✗ the model gpt-5 does not respond');
  expect(await terminal.ended).toBe(1);
  const text = await readFile(settings, 'utf8');
  expect(text).toContain('"key": "vault://');
  expect(`${text}${terminal.shown()}`).not.toContain(key);
}, 120_000);

test('an interrupted first run writes nothing', async () => {
  await listenWhereFound(toScripts('qwen3, llama3'));
  const { folder, settings, start } = await openEmpty();
  await writeFile(join(folder, 'notes.txt'), 'mine');
  const terminal = start(['agents', 'init']);
  await terminal.shows('Number [1]: ');
  terminal.type(ctrlC);
  expect(await terminal.ended).not.toBe(0);
  expect([existsSync(settings), existsSync(join(folder, 'agents'))]).toEqual([false, false]);
}, 120_000);
