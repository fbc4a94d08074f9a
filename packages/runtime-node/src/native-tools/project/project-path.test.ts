import { expect, it } from 'vitest';
import { isGuardedName, refuseGuardedNames } from './guarded-names.ts';
import { parseProjectPath } from './project-path.ts';

const read = (given: string) => {
  try {
    const path = parseProjectPath('/home/x/project', given);
    refuseGuardedNames(path);
    return path.shown;
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

it('a project path is read in each spelling', () => {
  for (const [given = '', shown] of [
    ['src/a.ts', 'src/a.ts'],
    ['./src//a.ts/', 'src/a.ts'],
    ['src/../b', 'b'],
    ['.', '.'],
    ['/home/x/project/src', 'src'],
    ['/home/x/project', '.'],
    ['..hidden/...', '..hidden/...'],
    ['~/a', '~/a'],
    ['文件/数据.txt', '文件/数据.txt'],
  ])
    expect(read(given), given).toBe(shown);
});

it('a path out of the project is refused', () => {
  for (const given of [
    '..',
    '../x',
    'a/../../x',
    'a/b/../../../project2',
    '/',
    '/etc/passwd',
    '/proc/self/environ',
    '/home/x/project2/a',
    '/home/x/project/../secret',
    '//etc/passwd',
  ]) {
    expect(read(given)).toBe('outside_project');
  }
});

it('a path that is unclear is refused', () => {
  for (const given of [
    '',
    'a\0b',
    'a\nb',
    'a\u007f',
    '..\\..\\x',
    'C:/x',
    'c:x',
    'a\ud800',
    'x'.repeat(5000),
    'x'.repeat(256),
    '文'.repeat(86),
    'con',
    'src/NUL.txt',
    'COM1',
    'aux .log',
  ]) {
    expect(read(given)).toBe('invalid_path');
  }
});

it('refuses guarded names in every spelling', () => {
  for (const given of [
    '.git/config',
    '.git',
    'sub/.git/hooks/pre-commit',
    '.GIT/config',
    '.git./config',
    '.git /config',
    '.g\u200cit/config',
    '．ｇｉｔ/config',
    'git~1/config',
    '.git::$INDEX_ALLOCATION/config',
    '.agent-home/runs/1',
    '.Agent-Home',
    '.env',
    '.env.production',
    'keys/id_ed25519',
    'server.PEM',
    '.npmrc',
  ]) {
    expect(read(given)).toBe('hidden_path');
  }
});

it('reads names that only look guarded', () => {
  for (const given of [
    '.gitignore',
    '.github',
    '.env.example',
    'git',
    'environment.ts',
    'id_rsa.pub',
    'agent-home',
  ]) {
    expect(read(given)).toBe(given);
    expect(isGuardedName(given)).toBe(false);
  }
});
