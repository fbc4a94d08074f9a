import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeProject } from '../testing/project.ts';
import { changedPaths, hashOfTree, readTree } from './project-tree.ts';

const later = () => Date.now() + 60_000;
const paths = (project: string, except: string[] = []) =>
  Object.keys(readTree(project, { except, now: later() })).toSorted();

describe('the tree of a project', () => {
  test('a pinned tree has every executable or configuration file', () => {
    using project = makeProject({
      'a/b.py': '',
      '.envrc': '',
      'node_modules/x/i.js': '',
      '.git/config': '',
      '.git/hooks/pre-commit': '',
      '.git/objects/ab/cd': '',
      '.git/HEAD': '',
      '.git/modules/sub/config': '',
      '.git/modules/sub/objects/x/config': '',
      '.agent-home/x.py': '',
      'docs/x': '',
    });
    expect(paths(project.project, ['docs'])).toEqual([
      '.agent-home/x.py',
      '.envrc',
      '.git/config',
      '.git/hooks/pre-commit',
      '.git/modules/sub/config',
      'a/b.py',
      'node_modules/x/i.js',
    ]);
  });

  test('relative links out of the project are followed', () => {
    using project = makeProject({ 'a.txt': '', '../beside/lib/x.js': 'one', '../machine/y.js': 'one' });
    symlinkSync('../beside/lib', join(project.project, 'lib'));
    symlinkSync('../../project/lib', join(project.root, 'beside/lib/round'));
    symlinkSync(join(project.root, 'machine'), join(project.project, 'machine'));
    const before = readTree(project.project, { except: [], now: later() });
    project.write('../machine/y.js', 'two');
    expect(changedPaths(before, readTree(project.project, { except: [], now: later() }))).toEqual([]);
    project.write('../beside/lib/x.js', 'two');
    expect(changedPaths(before, readTree(project.project, { except: [], now: later() }))).toEqual([
      'lib//x.js',
    ]);
    rmSync(join(project.project, 'lib'));
    symlinkSync('../machine', join(project.project, 'lib'));
    const now = readTree(project.project, { except: [], now: later() });
    expect(changedPaths(before, now)).toContain('lib');
  });

  test('a file that is not touched is not read again', () => {
    using project = makeProject({ 'a.txt': 'one' });
    const first = readTree(project.project, { except: [], now: later() });
    const entry = first['a.txt'];
    if (!entry) throw new Error('the tree has no a.txt');
    const known = { 'a.txt': [`file ${'0'.repeat(64)}`, ...entry.slice(1)] as unknown as typeof entry };
    expect(readTree(project.project, { except: [], known, now: later() })).toEqual(known);
    utimesSync(join(project.project, 'a.txt'), 1, 1);
    expect(hashOfTree(readTree(project.project, { except: [], known, now: later() }))).toBe(
      hashOfTree(first),
    );
  });

  test('a file changed just now is read again', () => {
    using project = makeProject({ 'a.txt': 'one' });
    const known = readTree(project.project, { except: [], now: Date.now() });
    expect(known['a.txt']?.slice(1)).toEqual([0, 0, 0, 0]);
    writeFileSync(join(project.project, 'a.txt'), 'two');
    expect(changedPaths(known, readTree(project.project, { except: [], known, now: Date.now() }))).toEqual([
      'a.txt',
    ]);
  });

  test('a project that is too large to pin is refused', () => {
    using project = makeProject({ 'a.txt': '' });
    mkdirSync(join(project.project, 'big'));
    for (let index = 0; index < 20; index += 1) project.write(`big/${index}`, 'x'.repeat(100));
    for (const limits of [
      { files: 10, bytes: 1_000_000 },
      { files: 100, bytes: 1_000 },
    ])
      expect(() => readTree(project.project, { except: [], now: later(), limits })).toThrow(
        expect.objectContaining({
          code: 'project_too_large',
          message: expect.stringContaining('--except "big"'),
        }),
      );
    expect(paths(project.project, ['big'])).toEqual(['a.txt']);
  });
});
