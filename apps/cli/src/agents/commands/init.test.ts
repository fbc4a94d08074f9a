import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionPlaces } from '@agent-home/runtime-node/definitions';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commandPlace, scriptedModel } from '../../testing/command-place.ts';
import type { Person } from '../authoring/person.ts';
import { choicesOf, findModelSources } from '../models/model-sources.ts';
import { openConfigured } from '../running/open-configured.ts';
import { initAgents } from './init.ts';

const script = `
models: [nomic-embed-text, qwen3]
rules:
  - answer: There are two files.
`;

/** A place without settings, and a search that finds the emulator as a local server. */
async function withServer() {
  const { emulator } = await scriptedModel(script);
  const place = commandPlace({ 'project/fresh/notes.txt': 'a note' });
  const servers = [
    { title: 'Ollama', port: Number(new URL(emulator.url).port) },
    { title: 'LM Studio', port: 9 },
  ];
  const find: typeof findModelSources = (environment) => findModelSources(environment, { servers });
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
  onTestFinished(() => log.mockRestore());
  return { ...place, project: join(place.project, 'fresh'), emulator, find, lines };
}

test('agents init finds a local server and writes commented settings', async () => {
  const { project, home, find, lines, emulator } = await withServer();
  expect(await initAgents(undefined, { project }, find)).toBe(0);
  const text = readFileSync(join(home, '.agent-home/settings.json'), 'utf8');
  expect(text).toMatch(/^\s*\/\/ Secrets by name/m);
  expect(text).toContain(
    `"qwen3": {\n      "provider": "openai-compatible",\n      "url": "${emulator.url}/v1"`,
  );
  expect(existsSync(join(project, 'agents/assistant.md'))).toBe(true);
  expect(lines.join('\n')).toMatch(/the model qwen3 responds in \d+ ms/);
  // A second start changes nothing.
  expect(await initAgents(undefined, { project }, find)).toBe(0);
  expect(readFileSync(join(home, '.agent-home/settings.json'), 'utf8')).toBe(text);
});

test('agents init runs the agent with a first message', async () => {
  const { project, find, lines } = await withServer();
  const prompt = 'What is in this folder?';
  expect(await initAgents('helper', { project, prompt }, find)).toBe(0);
  expect(lines.join('\n')).toContain('There are two files.');
});

test('agents init without a model names the next command', async () => {
  const { project, home } = commandPlace({});
  const none = initAgents(undefined, { project }, async () => ({ keyed: [], servers: [] }));
  await expect(none).rejects.toMatchObject({ code: 'model_not_configured' });
  const keyed = { variable: 'OPENAI_API_KEY', title: 'OpenAI', provider: 'openai' } as const;
  const unnamed = initAgents(undefined, { project }, async () => ({ keyed: [keyed], servers: [] }));
  await expect(unnamed).rejects.toThrow('agents init --model ID --key-env OPENAI_API_KEY');
  expect(existsSync(join(home, '.agent-home/settings.json'))).toBe(false);
});

test('a search for models sends no key and survives any server', async () => {
  const asked: unknown[] = [];
  const answers = ['{"data":[{"id":"one"},{"id":"\\u001b[2J"}]}', '{"data":1}', 'x'.repeat(10), undefined];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    asked.push([String(url), init?.headers]);
    const text = answers.shift();
    if (text === undefined) throw new TypeError('fetch failed');
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  };
  const servers = [1, 2, 3, 4].map((port) => ({ title: `server ${port}`, port }));
  const environment = { OPENAI_API_KEY: 'sk-secret', DEEPSEEK_API_KEY: '' };
  const sources = await findModelSources(environment, { fetch, servers });
  expect(sources.servers.map(({ models }) => models)).toEqual([['one']]);
  expect(JSON.stringify(asked)).not.toContain('sk-secret');
  expect(choicesOf(sources).map(({ title }) => title)).toEqual(['one (server 1)', 'OpenAI (OPENAI_API_KEY)']);
});

test('the first run offers to search for a model', async () => {
  const { project, home, find } = await withServer();
  const places = definitionPlaces(project, home);
  const said: string[] = [];
  const answering = (answer: string | undefined): Person => ({
    ask: async (question) => {
      said.push(question);
      return answer;
    },
    say: (line) => void said.push(line),
  });
  for (const answer of ['no', 'later', undefined])
    await expect(openConfigured(places, 'main', { person: answering(answer), find })).rejects.toMatchObject({
      code: 'model_not_configured',
    });
  expect(existsSync(join(home, '.agent-home/settings.json'))).toBe(false);
  const opened = await openConfigured(places, 'main', { person: answering('yes'), find });
  expect(Object.keys(opened.settings.models)).toEqual(['qwen3']);
  expect(said.at(-1)).toMatch(/^The model qwen3 is added to .*settings\.json$/);
  const before = said.length;
  await expect(openConfigured(places, 'nobody', { person: answering('yes'), find })).rejects.toMatchObject({
    code: 'agent_not_found',
  });
  expect(said).toHaveLength(before);
});
