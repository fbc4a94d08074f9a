import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientCommands } from '@agent-home/http-contract';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { repository } from '../../../infra/packages/build-package.ts';
import { getLedger } from '../../support/ledger.ts';
import { livedUntil } from '../../support/lived-until.ts';
import { type Commons, openCommons } from '../../support/open-commons.ts';
import { EmptyFolder } from './empty-folder.ts';
import { packedFile } from './packed-file.ts';

let commons: Commons;
let folder: EmptyFolder;

beforeAll(async () => {
  commons = await openCommons({ environment: { AGENT_HOME_PACKAGES: inject('packedFolder') } });
  folder = await EmptyFolder.open();
  await folder.install(packedFile('create-agent-home'));
});
afterAll(async () => {
  await commons?.close();
  await folder?.remove();
});

const create = (...words: string[]) =>
  folder.run('npx', '--no-install', 'create-agent-home', '--home', commons.home.url, ...words);

test('npm create agent-home makes a live TypeScript agent', async () => {
  const { url } = commons.home;
  const said = await folder.run('sh', '-c', `${clientCommands(url).create} my-agent -- --typescript`);
  expect(said).toContain(`npm start -- ${url} FINGERPRINT`);
  const cwd = join(folder.path, 'my-agent');
  const manifest = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
  expect(manifest.name).toBe('my-agent');
  const own = { '@agent-home/agent': version, '@agent-home/sdk': version };
  expect(manifest.dependencies).toEqual({ ...own, zod: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  for (const pinned of Object.values(manifest.devDependencies)) expect(pinned).toMatch(/^\d+\.\d+\.\d+$/);
  expect(await readFile(join(cwd, '.gitignore'), 'utf8')).toMatch(/^agent\/$/m);
  expect(await readFile(join(cwd, '.npmrc'), 'utf8')).toBe(`@agent-home:registry=${url}/packages/npm/\n`);
  await folder.run('npm', '--prefix', cwd, 'install', '--no-audit', '--no-fund');
  await folder.run('npm', '--prefix', cwd, 'run', 'build');
  const { home, fingerprint } = commons;
  const line = /accepted as entry (\d+)/;
  const lived = await livedUntil(line, 'node', ['dist/agent.js', home.url, fingerprint], { cwd });
  expect(lived.code, lived.said).toBe(0);
  const sequence = Number(line.exec(lived.said)?.[1]);
  expect((await getLedger(home, 'round-table'))[sequence - 1]).toMatchObject({ outcome: 'accepted' });
  // Only the owner may read the identity's private key.
  expect((await stat(join(cwd, 'agent', 'identity'))).mode & 0o777).toBe(0o600);
});

test('a created project answers with the model of the settings', async () => {
  const file = new URL('../../../examples/model-scripts/greeter.yaml', import.meta.url);
  const scripts = loadScripts([{ file: 'greeter.yaml', text: await readFile(file, 'utf8') }]);
  const emulator = await startModelEmulator({ scripts });
  onTestFinished(() => emulator.close());
  const said = await create('asking', '--typescript');
  expect(said).toContain('asking/ has an agent in it');
  const cwd = join(folder.path, 'asking');
  await folder.run('npm', '--prefix', cwd, 'install', '--no-audit', '--no-fund');
  const settings = { models: { words: { provider: 'emulator', url: `${emulator.url}/v1` } } };
  await mkdir(join(folder.path, 'user/.agent-home'), { recursive: true });
  const environment = [`HOME=${join(folder.path, 'user')}`, `XDG_STATE_HOME=${join(folder.path, 'state')}`];
  const ask = () => folder.run('env', ...environment, 'npm', '--prefix', cwd, '--silent', 'run', 'ask');
  await expect(ask()).rejects.toThrow('agents init');
  await writeFile(join(folder.path, 'user/.agent-home/settings.json'), JSON.stringify(settings));
  expect((await ask()).trim()).not.toBe('');
});

test('npm create agent-home overwrites nothing', async () => {
  const at = (...names: string[]) => join(folder.path, ...names);
  await mkdir(at('taken'));
  await writeFile(at('taken', 'README.md'), 'mine');
  await writeFile(at('file'), 'mine');
  await mkdir(at('elsewhere'));
  await symlink('elsewhere', at('link'));
  await symlink('nowhere', at('dangling'));
  for (const name of ['taken', 'file', 'link', 'dangling'])
    await expect(create(name, '--python')).rejects.toThrow(/exists already.*\[exists\]/);
  expect(await readFile(at('taken', 'README.md'), 'utf8')).toBe('mine');
  expect(await readdir(at('taken'))).toEqual(['README.md']);
  expect(await readdir(at('elsewhere'))).toEqual([]);
  expect(await readlink(at('dangling'))).toBe('nowhere');
  const before = await readdir(folder.path);
  for (const name of ['../up', '/tmp/abs', '.hidden', 'a/b', 'A', 'a b', 'node_modules', 'ü', ''])
    await expect(create(name, '--python')).rejects.toThrow(/\[invalid_name\]/);
  await expect(create('unsaid')).rejects.toThrow(/no terminal for prompts.*\[no_terminal\]/);
  await expect(create('both', '--python', '--typescript')).rejects.toThrow(/\[invalid_arguments\]/);
  await expect(create('other', '--python', '--home', 'ftp://home.example')).rejects.toThrow(/\[no_home\]/);
  await expect(create('other', '--ruby')).rejects.toThrow(/\[invalid_arguments\]/);
  expect(await readdir(folder.path)).toEqual(before);
});

test('created projects equal the published examples', async () => {
  const templates = join(repository, 'packages/create-agent-home/templates');
  const examples = join(repository, 'examples/joining');
  for (const [template, example] of [
    ['typescript/src/agent.ts', 'typescript-agent/src/agent.ts'],
    ['typescript/tsconfig.json', 'typescript-agent/tsconfig.json'],
    ['python/agent.py', 'python-agent/agent.py'],
  ] as const)
    expect(await readFile(join(templates, template), 'utf8'), template).toBe(
      await readFile(join(examples, example), 'utf8'),
    );
});
