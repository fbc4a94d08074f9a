import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { adoptResidents, makeDataFolder, openDataFolder, requireDataFolder } from './data-folder.ts';
import { loadKeysFolder } from './keys-folder.ts';
import { recordOwnKey, requireOwnKey } from './own-keys.ts';

const unknown = expect.objectContaining({ code: 'data_folder_unknown' });

async function openPlace() {
  const root = await mkdtemp(join(tmpdir(), 'agent-home-data-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const data = join(root, 'data');
  await mkdir(data, { mode: 0o755 });
  return { root, data };
}

test('an empty data folder gets a marker', async () => {
  const { data } = await openPlace();
  await writeFile(join(data, 'up.pid'), '1');
  openDataFolder(data);
  const marker = join(data, 'home.json');
  expect(JSON.parse(await readFile(marker, 'utf8'))).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect((await lstat(marker)).mode & 0o777).toBe(0o600);
  await writeFile(join(data, 'secrets.json'), '{}');
  openDataFolder(data);
  requireDataFolder(data);
});

test('a refused state folder leaves no marker behind', async () => {
  const { root, data } = await openPlace();
  const unsafe = join(root, 'state');
  await mkdir(join(unsafe, 'agent-home'), { recursive: true });
  await chmod(join(unsafe, 'agent-home'), 0o777);
  vi.stubEnv('XDG_STATE_HOME', unsafe);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(() => openDataFolder(data)).toThrow(expect.objectContaining({ code: 'state_folder_unsafe' }));
  vi.unstubAllEnvs();
  openDataFolder(data);
  requireDataFolder(data);
});

test('a home in a project stays out of its repository', async () => {
  const { root, data } = await openPlace();
  const inProject = join(root, '.agent-home');
  await mkdir(inProject);
  for (const folder of [inProject, data]) openDataFolder(folder);
  expect(await readFile(join(inProject, '.gitignore'), 'utf8')).toBe('*\n');
  expect(await readdir(data)).toEqual(['home.json']);
});

test('a shipped data folder is refused by name', async () => {
  const { root, data } = await openPlace();
  const ours = join(root, 'ours');
  await mkdir(ours);
  openDataFolder(ours);
  await writeFile(join(data, 'secrets.json'), '{}');
  const markers = [
    '',
    '{}',
    '{"id":"00000000-0000-0000-0000-000000000000"}',
    await readFile(join(ours, 'home.json')),
  ];
  for (const marker of markers) {
    if (marker !== '') await writeFile(join(data, 'home.json'), marker, { mode: 0o600 });
    expect(() => openDataFolder(data)).toThrow(unknown);
    expect(() => openDataFolder(data)).toThrow(data);
    expect(() => requireDataFolder(data)).toThrow(unknown);
  }
  await rm(join(data, 'home.json'));
  await symlink(join(ours, 'home.json'), join(data, 'home.json'));
  expect(() => openDataFolder(data)).toThrow(unknown);
  expect((await readdir(data)).sort()).toEqual(['home.json', 'secrets.json']);
  // A home that was moved must be confirmed by the user, even if this machine made it.
  await rename(ours, join(root, 'moved'));
  await cp(join(root, 'moved'), ours, { recursive: true });
  expect(() => requireDataFolder(join(root, 'moved'))).toThrow(unknown);
  await writeFile(join(ours, 'home.json'), '{"id":"other"}');
  expect(() => requireDataFolder(ours)).toThrow(unknown);
  await mkdir(join(data, 'keys'));
  await expect(loadKeysFolder({ AGENT_HOME_DATA: data })).rejects.toThrow(unknown);
});

test('a user adopts an older data folder explicitly', async () => {
  const { root, data } = await openPlace();
  await mkdir(join(data, 'residents/lantern'), { recursive: true });
  await writeFile(join(data, 'residents/lantern/identity.json'), 'a key');
  openDataFolder(data, { adopt: true });
  requireDataFolder(data);
  const state = join(root, 'state');
  adoptResidents(data, state);
  expect(await readFile(join(state, 'residents/lantern/identity.json'), 'utf8')).toBe('a key');
  await writeFile(join(data, 'residents/lantern/identity.json'), 'another');
  adoptResidents(data, state);
  expect(await readFile(join(state, 'residents/lantern/identity.json'), 'utf8')).toBe('a key');
});

test('a linked or writable data folder is refused', async () => {
  const { root, data } = await openPlace();
  openDataFolder(data);
  await chmod(data, 0o775);
  await symlink(data, join(root, 'link'));
  for (const adopt of [false, true])
    for (const folder of [data, join(root, 'link')])
      expect(() => openDataFolder(folder, { adopt })).toThrow(unknown);
  await chmod(data, 0o755);
  openDataFolder(data);
  for (const open of [openDataFolder, makeDataFolder])
    expect(() => open(join(root, 'link'))).toThrow(unknown);
  makeDataFolder(data);
});

test('a shipped key or root of joins is refused', async () => {
  const { root } = await openPlace();
  const folder = join(root, 'agent-at-home');
  const [key, pinned] = [join(folder, 'identity'), join(folder, 'root.json')];
  const refused = expect.objectContaining({ code: 'key_unknown' });
  requireOwnKey(key);
  await mkdir(folder);
  for (const file of [key, pinned]) {
    await writeFile(file, 'shipped', { mode: 0o600 });
    expect(() => requireOwnKey(key)).toThrow(refused);
    await rm(file);
  }
  await writeFile(key, 'made here', { mode: 0o600 });
  recordOwnKey(key);
  requireOwnKey(key);
  await writeFile(pinned, 'shipped', { mode: 0o600 });
  expect(() => requireOwnKey(key)).toThrow(refused);
  await rm(pinned);
  await writeFile(key, 'replaced', { mode: 0o600 });
  expect(() => requireOwnKey(key)).toThrow(refused);
});
