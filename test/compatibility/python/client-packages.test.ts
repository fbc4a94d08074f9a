import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { wayInTexts } from '../../../apps/console/src/arrival/way-in-texts.ts';
import { buildWheel } from '../../../infra/packages/build-wheel.ts';
import { listClients } from '../../../infra/packages/list-clients.ts';
import { createProject } from '../../../packages/create-agent-home/src/index.ts';
import { getLedger } from '../../support/ledger.ts';
import { type Commons, openCommons } from '../../support/open-commons.ts';

const run = promisify(execFile);
const client = inject('pythonClient');
let folder: string;
let commons: Commons;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-home-wheel-'));
  await listClients(folder, await buildWheel(folder), []);
  commons = await openCommons({ environment: { AGENT_HOME_PACKAGES: folder } });
});
afterAll(async () => {
  await commons?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command that the web UI shows. The client's libraries are there already, so that PyPI is not needed. */
async function installFromHome(): Promise<string> {
  const [first = ''] = wayInTexts.python({ url: commons.home.url, fingerprint: '' }).split('\n');
  const [, program = '', ...words] = first.split(' ');
  const target = await mkdtemp(join(folder, 'installed-'));
  await run(join(client.commands, program), [...words, '--no-deps', '--no-cache-dir', '--target', target]);
  return target;
}

test('the web UI’s Python command installs the client', async () => {
  const installed = await installFromHome();
  const program = wayInTexts.python({ url: commons.home.url, fingerprint: '' });
  await writeFile(join(commons.folder, 'robin.py'), program);
  await run(join(client.commands, 'python'), ['robin.py'], {
    cwd: commons.folder,
    env: { PATH: process.env.PATH, PYTHONPATH: installed, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const accepted = (await getLedger(commons.home, 'commons')).filter(({ outcome }) => outcome === 'accepted');
  expect(accepted.some(({ inputType }) => inputType === 'message')).toBe(true);
});

test('a created Python project installs the home’s client', async () => {
  const project = await createProject({
    parent: commons.folder,
    name: 'my-agent',
    language: 'python',
    home: commons.home.url,
  });
  const target = await mkdtemp(join(folder, 'project-'));
  const given = ['--no-deps', '--no-cache-dir', '--target', target, '-r', join(project, 'requirements.txt')];
  await run(join(client.commands, 'pip'), ['install', ...given]);
  expect(await readdir(target)).toContain('agent_home');
});

const isSource = (name: string) => /^agent_home\/.*\.(py|typed)$/.test(name);
const facts = /^(Name|Version|Summary|License-Expression|Requires-Python|Requires-Dist): .*$/;

/** Build tools sort the specifiers of a dependency. */
const inOrder = (field: string) =>
  field.replace(/[<>=!~].*$/, (specifiers) => specifiers.split(',').sort().join(','));

async function wheelIn(installed: string) {
  const names = (await readdir(installed, { recursive: true })).sort();
  const sources = await Promise.all(
    names
      .filter(isSource)
      .map(async (name) => [name, await readFile(join(installed, name), 'utf8')] as const),
  );
  const metadata = names.find((name) => name.endsWith('.dist-info/METADATA')) ?? '';
  const lines = (await readFile(join(installed, metadata), 'utf8')).split('\n');
  const fields = lines.filter((line) => facts.test(line) && !line.includes('extra =='));
  return { sources, fields: fields.map(inOrder).sort() };
}

test('the packed wheel equals Python’s own build', async () => {
  const [ours, theirs] = [await wheelIn(await installFromHome()), await wheelIn(client.installed)];
  expect(ours.sources.length).toBeGreaterThan(20);
  expect(ours).toEqual(theirs);
});
