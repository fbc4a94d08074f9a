import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { join as joinHome } from '@agent-home/sdk';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { transform } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishable } from '../../../infra/packages/publishable.ts';
import { type Commons, openCommons } from '../../support/open-commons.ts';
import { EmptyFolder } from './empty-folder.ts';
import { packedFile } from './packed-file.ts';

/** Packages whose README starts with an example in TypeScript; READMEs with commands are tested in other files. */
const libraries = publishable.map(({ folder }) => folder).filter((name) => name !== 'create-agent-home');

let folder: EmptyFolder;
let commons: Commons;

beforeAll(async () => {
  folder = await EmptyFolder.open();
  await folder.install(...libraries.map(packedFile), 'ali-oss@6.23.0', '@types/ali-oss@6.23.3');
  commons = await openCommons({ environment: { AGENT_HOME_ANONYMOUS_PAGE: 'on' } });
});
afterAll(async () => {
  await commons?.close();
  await folder?.remove();
});

/** Returns the part of an installed package's README before its first section. */
async function opening(name: string): Promise<string> {
  const readme = await readFile(join(folder.path, 'node_modules/@agent-home', name, 'README.md'), 'utf8');
  return readme.split(/^(?:## |\| )/m)[0] ?? '';
}

async function block(name: string, language: string): Promise<string> {
  const [, text = ''] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(await opening(name)) ?? [];
  return text;
}

/** Writes the example of a README with the address and root set of the test's home, and returns the file's name. */
async function writeExample(name: string, ending = 'js', models = 'http://127.0.0.1:4603'): Promise<string> {
  const code = await block(name, 'ts');
  const file = `${name}.${ending}`;
  const here = code
    .replace('http://127.0.0.1:4600', commons.home.url)
    .replace('http://127.0.0.1:4603', models)
    .replace('.agent-home/keys/root.json', join(commons.folder, 'root.json'));
  await folder.write(file, ending === 'ts' ? here : (await transform(here, { loader: 'ts' })).code);
  return file;
}

test.each(libraries)('the README of %s opens with installation and example', async (name) => {
  expect(await block(name, 'sh')).toContain(`npm install @agent-home/${name}`);
  expect((await block(name, 'ts')).split('\n').length).toBeLessThanOrEqual(14);
});

test.each(['protocol', 'modes', 'access', 'object-store', 'oss-emulator'])(
  'the example of %s prints the text of its README',
  async (name) => {
    const wanted = await block(name, 'text');
    expect(wanted).not.toBe('');
    expect(await folder.run('node', await writeExample(name))).toBe(wanted);
  },
);

test('the example of sdk reads verified messages', async () => {
  const home = await joinHome({
    url: commons.home.url,
    rootFingerprint: commons.fingerprint,
    folder: join(commons.folder, 'robin'),
    card: { name: 'Robin', personality: { extrovert: 0.6, curious: 0.9, creative: 0.5, stable: 0.7 } },
    say: 'Good evening.',
  });
  await home.close();
  expect(await folder.run('node', await writeExample('sdk'))).toMatch(/^agent_\S+ \S+ Good evening\.$/m);
});

test('the example of mcp-server serves its tools', async () => {
  const client = new Client({ name: 'assistant', version: '1.0.0' });
  const args = [await writeExample('mcp-server')];
  await client.connect(new StdioClientTransport({ command: 'node', args, cwd: folder.path }));
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('look_around');
  } finally {
    await client.close();
  }
});

test('the example of agent answers with a tool of its program', async () => {
  const file = new URL('../../../examples/model-scripts/greeter.yaml', import.meta.url);
  const scripts = loadScripts([{ file: 'greeter.yaml', text: await readFile(file, 'utf8') }]);
  const emulator = await startModelEmulator({ scripts });
  try {
    const example = await writeExample('agent', 'js', emulator.url);
    expect(await folder.run('node', example)).toBe('It is 21 degrees and clear.\n');
  } finally {
    await emulator.close();
  }
});

test('examples of READMEs compile under strict rules', async () => {
  const require = createRequire(import.meta.url);
  const types = join(require.resolve('@types/node/package.json'), '../..');
  const files: string[] = [];
  for (const name of libraries) files.push(await writeExample(name, 'ts'));
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2023', '--module', 'nodenext'];
  const found = ['--types', 'node', '--typeRoots', types, '--esModuleInterop'];
  expect(
    await folder.run('node', require.resolve('typescript/lib/tsc.js'), ...options, ...found, ...files),
  ).toBe('');
});
