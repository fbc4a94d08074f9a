import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkChangesets } from './check-changesets.ts';
import { changesetPackages, findPackageFolder, missingChangesets } from './missing-changesets.ts';
import { isSameCode } from './same-code.ts';

it.each([
  ['packages/sdk/src/topic/say.ts', 'packages/sdk'],
  ['apps/server/src/api/main.ts', 'apps/server'],
  ['apps/console/src/page.css', 'apps/console'],
  ['packages/sdk/src/topic/say.test.ts', undefined],
  ['apps/console/src/page.test.tsx', undefined],
  ['packages/modes/src/testing/kits/index.ts', undefined],
  ['packages/sdk/README.md', undefined],
  ['packages/protocol/scripts/json-schema.ts', undefined],
  ['test/support/packages/sdk/src/a.ts', undefined],
])('%s belongs to %s', (path, folder) => {
  expect(findPackageFolder(path)).toBe(folder);
});

it.each([
  [
    '---\n"@agent-home/sdk": minor\n\'create-agent-home\': patch\n---\n\nA word.\n',
    ['@agent-home/sdk', 'create-agent-home'],
  ],
  ['---\n"@agent-home/sdk": none\n---\n', ['@agent-home/sdk']],
  ['---\n---\n', []],
  ['---\n"@agent-home/sdk": huge\n---\n', []],
  ['"@agent-home/sdk": minor\n', []],
])('the changeset %j names %j', (text, names) => {
  expect(changesetPackages(text)).toEqual(names);
});

it.each([
  ['a comment', '/** Old. */\nexport const a = 1; // one\n', '// New.\nexport const a = 1;\n', true],
  ['line breaks in a list', 'export const a = [1, 2];', 'export const a = [\n  1,\n  2,\n];\n', false],
  ['a value', 'export const a = 1;', 'export const a = 2;', false],
  ['a type', 'export type A = string;', 'export type A = number;', false],
  ['a text that looks like a comment', "export const a = '// one';", "export const a = '// two';", false],
])('a change of %s is the same code: %#', (_, before, after, expected) => {
  expect(isSameCode({ path: 'a.ts', before, after })).toBe(expected);
});

it('names each package without a changeset, with its files', () => {
  const changed = [
    'packages/sdk/src/b.ts',
    'packages/sdk/src/a.ts',
    'apps/server/src/api/a.ts',
    'packages/gone/src/a.ts',
  ];
  const missing = missingChangesets(
    changed.map((path) => ({ path, after: 'a' })),
    ['---\n"@agent-home/server": patch\n---\n'],
    {
      getName: (folder) => (folder.endsWith('gone') ? undefined : `@agent-home/${folder.split('/')[1]}`),
      isSameCode: () => false,
    },
  );
  expect(missing).toEqual([
    { name: '@agent-home/sdk', files: ['packages/sdk/src/a.ts', 'packages/sdk/src/b.ts'] },
  ]);
});

class Repository {
  readonly folder = mkdtempSync(join(tmpdir(), 'agent-home-changesets-'));

  constructor() {
    onTestFinished(() => rmSync(this.folder, { recursive: true }));
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  git(...words: string[]): void {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...identity, ...words], { cwd: this.folder, stdio: 'ignore' });
  }

  commit(): void {
    this.git('add', '--all');
    this.git('commit', '--message', 'a change');
  }

  check(): { status: number; output: string } {
    const { findings, text } = checkChangesets(this.folder);
    return { status: findings.length === 0 ? 0 : 1, output: [...findings, text].join('\n') };
  }
}

function released(): Repository {
  const repository = new Repository();
  repository.git('init', '--initial-branch', 'main');
  repository.write('packages/sdk/package.json', '{ "name": "@agent-home/sdk" }');
  repository.write('packages/sdk/src/index.ts', 'export const a = 1;\n');
  repository.write('CHANGELOG.md', '# Changelog\n\n## 0.1.0\n');
  repository.commit();
  return repository;
}

const changeset = '---\n"@agent-home/sdk": patch\n---\n\nFaster.\n';

describe('the check', () => {
  it('finds a change on main since the release in CHANGELOG.md', () => {
    const repository = released();
    expect(repository.check()).toMatchObject({ status: 0 });
    repository.write('packages/sdk/src/index.ts', 'export const a = 2;\n');
    repository.commit();
    const { status, output } = repository.check();
    expect(status).toBe(1);
    expect(output).toContain('@agent-home/sdk has no changeset since the last release in CHANGELOG.md');
    repository.write('.changeset/a-word.md', changeset);
    expect(repository.check()).toMatchObject({ status: 0 });
  });

  it('compares with the tag if there is one', () => {
    const repository = released();
    repository.write('packages/sdk/src/index.ts', 'export const a = 2;\n');
    repository.commit();
    repository.git('tag', 'v0.1.0');
    const { status, output } = repository.check();
    expect(status, output).toBe(0);
    expect(output).toContain('the release v0.1.0');
  });

  it('compares a branch with main: an older changeset does not count', () => {
    const repository = released();
    repository.write('.changeset/old.md', changeset);
    repository.commit();
    repository.git('checkout', '-b', 'branch');
    repository.write('packages/sdk/src/added.ts', 'export const b = 1;\n');
    repository.commit();
    expect(repository.check().status).toBe(1);
    repository.write('.changeset/new.md', changeset);
    repository.commit();
    expect(repository.check().status).toBe(0);
  });

  it('compares a branch that releases a version with that release', () => {
    const repository = released();
    repository.git('checkout', '-b', 'branch');
    repository.write('packages/sdk/src/index.ts', 'export const a = 2;\n');
    repository.write('CHANGELOG.md', '# Changelog\n\n## 0.2.0\n\n## 0.1.0\n');
    repository.commit();
    const { status, output } = repository.check();
    expect(status, output).toBe(0);
    expect(output).toContain('the release on this branch');
  });

  it('passes without git history, and says so', () => {
    const repository = new Repository();
    repository.write('packages/sdk/src/index.ts', 'export const a = 1;\n');
    const { status, output } = repository.check();
    expect(status).toBe(0);
    expect(output).toContain('no git history');
  });
});
