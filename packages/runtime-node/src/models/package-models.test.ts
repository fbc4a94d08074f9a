import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { combineSettings, decodeSettings } from '@agent-home/agent-runtime/definition';
import { expect, onTestFinished, test } from 'vitest';
import { findModels } from '../setup/choose-model.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { answerOf, ask, startEmulator } from './testing/emulated-apis.ts';

const tools = [{ name: 'list', description: 'Lists.', parameters: { type: 'object', properties: {} } }];

/** Creates a folder with packages, each with the source of its module. */
function folderWith(packages: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, source] of Object.entries(packages)) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(place, { recursive: true });
    writeFileSync(
      join(place, 'package.json'),
      JSON.stringify({ name, type: 'module', exports: { '.': { types: './x.d.ts', import: './index.js' } } }),
    );
    writeFileSync(join(place, 'index.js'), source);
  }
  return folder;
}

const modelAt = (url: string, name: string) => ({
  provider: 'mine',
  name: 'm',
  package: name,
  url: `${url}/v1`,
  key: 'sk-mine',
  timeoutMs: 5_000,
});

test('a package of the operator’s settings calls the model', async () => {
  const emulator = await startEmulator(`
rules:
  - when: { user: list }
    answer: { calls: [{ tool: list, arguments: { deep: { number: 1 } } }] }
  - answer: fine
`);
  // Installed with Agent Home, and not in the folder.
  const model = modelAt(emulator.url, '@ai-sdk/openai-compatible');
  const packageFolder = folderWith({});
  const keys: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    keys.push(new Headers(init?.headers).get('authorization'));
    return boundedFetch(input, init);
  };
  const options = { packageFolder, fetch };
  expect((await answerOf(model, {}, options)).content).toBe('fine');
  expect(keys).toEqual(['Bearer sk-mine']);
  const messages = [{ role: 'user' as const, content: 'list' }];
  expect((await answerOf(model, { messages, tools }, options)).tool_calls).toMatchObject([
    { name: 'list', arguments: '{"deep":{"number":1}}' },
  ]);
  emulator.setFaults([{ fault: { kind: 'cutStream', afterChunks: 3 } }]);
  expect(await ask(model, { messages, tools }, options)).toHaveProperty('failed.code');
  // A package of the folder comes before the installed one of the same name.
  const own = folderWith({
    '@ai-sdk/openai-compatible': `export const createOwn = () => ({ languageModel: () => ({
      specificationVersion: 'v3',
      doGenerate: async () => {},
      doStream: async () => ({ stream: new ReadableStream({ start(controller) {
        controller.enqueue({ type: 'text-delta', id: '0', delta: 'own' });
        controller.enqueue({ type: 'finish', finishReason: { unified: 'stop' }, usage: { inputTokens: {}, outputTokens: {} } });
        controller.close();
      } }) }),
    }) });`,
  });
  expect((await answerOf(model, {}, { packageFolder: own })).content).toBe('own');
});

test('packages of folders above are not loaded', async () => {
  const above = folderWith({ throwing: `throw new Error('loaded')` });
  const packageFolder = join(above, 'home');
  mkdirSync(packageFolder);
  const outcome = await ask(modelAt('http://127.0.0.1:9', 'throwing'), {}, { packageFolder });
  expect(outcome).toMatchObject({ failed: { message: expect.stringContaining('is not installed') } });
});

test('an unusable package is a code with a remedy', async () => {
  const packageFolder = folderWith({
    throwing: `throw new Error('no such thing\\nsecret line')`,
    empty: 'export const model = 1;',
    older: `export const createOlder = () => ({ languageModel: () => ({ specificationVersion: 'v2', doStream() {}, doGenerate() {} }) });`,
    modelless: 'export const createModelless = () => 7;',
  });
  for (const [name, message] of [
    ['nonsuch', /is not installed: run npm install --prefix \S+ nonsuch$/],
    ['throwing', /cannot be loaded: no such thing$/],
    ['empty', /exports no function create/],
    ['older', /no language model of the interface v3: install the version for AI SDK 6$/],
    ['modelless', /no language model of the interface v3/],
  ] as const) {
    const outcome = await ask(modelAt('http://127.0.0.1:9', name), {}, { packageFolder });
    expect(outcome, name).toMatchObject({
      failed: { code: 'provider_package_unusable', message: expect.stringMatching(message) },
    });
    expect('failed' in outcome && outcome.failed.attempts).toHaveLength(1);
  }
});

test('a project’s settings cannot name a package', async () => {
  const file = decodeSettings('{"models":{"m":{"provider":"mine","package":"@ai-sdk/openai-compatible"}}}');
  const vault = { value: async () => '' };
  const find = (global: typeof file, project: typeof file) =>
    findModels(combineSettings(global, project, { trusted: true }), vault)('mine', 'm', 'm');
  expect(await find(file, {})).toMatchObject({ package: '@ai-sdk/openai-compatible', url: '' });
  await expect(find({}, file)).rejects.toMatchObject({ code: 'provider_package_refused' });
  for (const name of ['../x', './x.js', '/x', 'file:x', '@a', 'A B'])
    expect(() =>
      decodeSettings(JSON.stringify({ models: { m: { provider: 'mine', package: name } } })),
    ).toThrow(/npm package/);
  expect(() => decodeSettings('{"models":{"m":{"provider":"mine","package":"x","api":"gemini"}}}')).toThrow(
    /either api or package/,
  );
});
