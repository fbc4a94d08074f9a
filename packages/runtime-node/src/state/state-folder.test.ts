import { createHash } from 'node:crypto';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { logKey } from './log-key.ts';
import { stateFolder, stateHome } from './state-folder.ts';

async function openPlace() {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'agent-home-state-test-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [project, state] = [join(root, 'project'), join(root, 'state')];
  await Promise.all([mkdir(project), mkdir(state, { mode: 0o700 })]);
  return { root, project, state, places: { project, environment: { XDG_STATE_HOME: state } } };
}

const loadMode = async (path: string) => (await lstat(path)).mode & 0o777;
const unsafe = expect.objectContaining({ code: 'state_folder_unsafe' });

describe('the state folder of a project', () => {
  test('a state folder is named by the project’s real path', async () => {
    const { root, project, state, places } = await openPlace();
    const folder = stateFolder(places);
    const name = createHash('sha256').update(project).digest('hex').slice(0, 32);
    expect(folder).toBe(join(state, 'agent-home/projects', name));
    for (const path of [folder, join(folder, '..'), join(folder, '../..')])
      expect(await loadMode(path)).toBe(0o700);
    await symlink(project, join(root, 'link'));
    expect(stateFolder({ ...places, project: join(root, 'link') })).toBe(folder);
    expect(stateFolder({ ...places, project: join(root, 'another') })).not.toBe(folder);
  });

  test('a relative XDG_STATE_HOME counts as none', async () => {
    const { root, project } = await openPlace();
    const before = process.env.HOME;
    process.env.HOME = join(root, 'home');
    onTestFinished(() => {
      process.env.HOME = before;
    });
    for (const XDG_STATE_HOME of ['state', '', undefined])
      expect(stateHome({ project, environment: { XDG_STATE_HOME } })).toBe(join(root, 'home/.agent-home'));
  });

  test('a linked or writable state folder is refused by name', async () => {
    const { root, state, places } = await openPlace();
    const folder = stateFolder(places);
    for (const path of [folder, join(state, 'agent-home/projects'), join(state, 'agent-home')]) {
      for (const mode of [0o770, 0o707, 0o777]) {
        await chmod(path, mode);
        expect(() => stateFolder(places)).toThrow(unsafe);
        expect(() => stateFolder(places)).toThrow(path);
      }
      await chmod(path, 0o700);
      await rm(path, { recursive: true });
      await mkdir(join(root, 'elsewhere'), { recursive: true, mode: 0o700 });
      await symlink(join(root, 'elsewhere'), path);
      expect(() => stateFolder(places)).toThrow(unsafe);
      await rm(path);
      await writeFile(path, '');
      expect(() => stateFolder(places)).toThrow(unsafe);
      await rm(path);
      expect(stateFolder(places)).toBe(folder);
    }
  });

  test('a state home inside the project is refused', async () => {
    const { project, places } = await openPlace();
    for (const XDG_STATE_HOME of [project, join(project, 'deep/state')])
      expect(() => stateFolder({ project, environment: { XDG_STATE_HOME } })).toThrow(unsafe);
    // The root of the file system contains everything, including the user’s home.
    const state = await mkdtemp(join(userInfo().homedir, '.agent-home-state-test-'));
    onTestFinished(() => rm(state, { recursive: true, force: true }));
    for (const own of [userInfo().homedir, '/'])
      expect(stateHome({ project: own, environment: { XDG_STATE_HOME: state } })).toBe(
        join(state, 'agent-home'),
      );
    expect(() => stateHome({ ...places, project: '/' })).toThrow(unsafe);
  });
});

describe('a home folder inside the project', () => {
  /** Creates a project that contains HOME, with the system's home folder elsewhere. */
  async function openHome() {
    const { root, project } = await openPlace();
    const [home, systemHome] = [join(project, 'home'), join(root, 'system')];
    await mkdir(join(home, '.agent-home'), { recursive: true, mode: 0o700 });
    await mkdir(systemHome, { mode: 0o700 });
    const before = process.env.HOME;
    process.env.HOME = home;
    onTestFinished(() => {
      process.env.HOME = before;
    });
    return {
      project,
      home,
      state: join(home, '.agent-home'),
      places: { project, systemHome, environment: {} },
    };
  }

  test('state that this machine began there is used again', async () => {
    const { state, places } = await openHome();
    await writeFile(join(state, 'settings.json'), '{}');
    expect(stateHome(places)).toBe(state);
    logKey(places);
    expect(stateHome(places)).toBe(state);
    // Stands for another machine or user, which did not create the state.
    expect(() => stateHome({ ...places, systemHome: undefined })).toThrow(unsafe);
  });

  test('state that a project brings there is refused', async () => {
    const { home, state, places } = await openHome();
    await writeFile(join(state, 'log.key'), 'x'.repeat(32), { mode: 0o600 });
    expect(() => stateHome(places)).toThrow(unsafe);
    await rm(join(state, 'log.key'));
    expect(stateHome(places)).toBe(state);
    // Another folder takes the place of the recorded one.
    await rename(state, join(home, 'moved'));
    await mkdir(state, { mode: 0o700 });
    expect(() => stateHome(places)).toThrow(unsafe);
  });
});

describe('the key of the logs', () => {
  test('one random key is made for all projects', async () => {
    const { state, root, places } = await openPlace();
    const key = logKey(places);
    expect([key.length, key.equals(Buffer.alloc(32))]).toEqual([32, false]);
    expect(logKey({ ...places, project: join(root, 'another') })).toEqual(key);
    const file = join(state, 'agent-home/log.key');
    expect([await loadMode(file), await readFile(file)]).toEqual([0o600, key]);
    expect(await readdir(join(state, 'agent-home'))).toEqual(['log.key']);
  });

  test('a key that others may read or replace is refused', async () => {
    const { root, state, places } = await openPlace();
    const file = join(state, 'agent-home/log.key');
    const unusable = expect.objectContaining({ code: 'log_key_unusable' });
    logKey(places);
    for (const mode of [0o640, 0o604, 0o660]) {
      await chmod(file, mode);
      expect(() => logKey(places)).toThrow(unusable);
    }
    for (const bytes of [0, 31, 33]) {
      await rm(file);
      await writeFile(file, Buffer.alloc(bytes), { mode: 0o600 });
      expect(() => logKey(places)).toThrow(unusable);
    }
    await rm(file);
    await writeFile(join(root, 'known'), Buffer.alloc(32), { mode: 0o600 });
    await symlink(join(root, 'known'), file);
    expect(() => logKey(places)).toThrow(unusable);
  });
});
