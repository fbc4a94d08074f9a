import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchProject } from '../../testing/scratch-project.ts';
import { callTool } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

function gitIn(folder: string) {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '-q');
  git('config', 'user.name', 'Robin');
  git('config', 'user.email', 'robin@example.org');
  return git;
}

function repository() {
  const { folder, outside } = scratchProject({ 'a.txt': 'a' });
  const git = gitIn(folder);
  const at = (name: string) => join(folder, name);
  const tools = createNativeTools({ projectFolder: folder, hiddenFolders: [at('state')] });
  /** File that a planted command creates. */
  const ran = join(outside, 'ran');
  return { folder, git, at, tools, ran };
}

it('a repository that filters files by commands is not committed', async () => {
  const { git, at, tools, ran } = repository();
  writeFileSync(at('.gitattributes'), '* filter=evil');
  for (const kind of ['clean', 'process']) {
    git('config', `filter.evil.${kind}`, `touch '${ran}'; cat`);
    const outcome = await callTool(tools, 'git_commit', { message: 'x', paths: ['a.txt'] });
    expect(outcome.error?.code, kind).toBe('not_permitted');
    expect(existsSync(ran), kind).toBe(false);
    git('config', '--unset', `filter.evil.${kind}`);
  }
  writeFileSync(at('more.gitconfig'), `[filter "evil"]\n\tclean = "touch '${ran}'; cat"\n`);
  git('config', 'include.path', '../more.gitconfig');
  expect((await callTool(tools, 'git_commit', { message: 'x' })).error?.code).toBe('not_permitted');
  git('config', '--unset', 'include.path');
  expect((await callTool(tools, 'git_commit', { message: 'x', paths: ['a.txt'] })).status).toBe('ok');
  expect(existsSync(ran)).toBe(false);
});

it('a nested repository is not read', async () => {
  const { git, at, tools, ran } = repository();
  mkdirSync(at('sub'));
  const inner = gitIn(at('sub'));
  writeFileSync(at('sub/f'), 'f');
  inner('add', 'f');
  inner('commit', '-qm', 'f');
  git('add', '.');
  git('commit', '-qm', 'first');
  writeFileSync(at('sub/.git/info/attributes'), '* filter=evil');
  inner('config', 'filter.evil.clean', `touch '${ran}'; cat`);
  for (const paths of [undefined, ['.'], ['sub']]) {
    utimesSync(at('sub/f'), new Date(), new Date(Date.now() + 5_000));
    writeFileSync(at('a.txt'), `changed for ${paths}`);
    const outcome = await callTool(tools, 'git_commit', { message: 'x', ...(paths ? { paths } : {}) });
    expect(outcome.error?.code).toBe(paths?.[0] === 'sub' ? 'nothing_to_commit' : undefined);
    expect(existsSync(ran), String(paths)).toBe(false);
  }
});

it('fetches no missing objects of a repository', async () => {
  const { git, at, folder, tools, ran } = repository();
  git('add', 'a.txt');
  git('commit', '-qm', 'first');
  for (const [name, value] of [
    ['core.repositoryFormatVersion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.url', folder],
    ['remote.origin.uploadpack', `touch '${ran}'; git-upload-pack`],
  ] as const)
    git('config', name, value);
  const tree = git('rev-parse', 'HEAD^{tree}');
  rmSync(at(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`));
  writeFileSync(at('a.txt'), 'b');
  expect((await callTool(tools, 'git_commit', { message: 'x' })).status).toBe('error');
  expect(existsSync(ran)).toBe(false);
});

it('never commits guarded files with their folder', async () => {
  const { git, at, tools } = repository();
  mkdirSync(at('state'));
  mkdirSync(at('conf'));
  writeFileSync(at('state/log.jsonl'), '{}');
  writeFileSync(at('conf/.env'), 'KEY=secret');
  for (const path of ['state', 'state/log.jsonl', 'conf', '.', 'conf/.env'])
    expect((await callTool(tools, 'git_commit', { message: 'x', paths: [path] })).error?.code, path).toBe(
      'hidden_path',
    );
  expect(git('status', '--porcelain', '--untracked-files=no')).toBe('');
  writeFileSync(at('.gitignore'), 'state\n.env\n');
  expect((await callTool(tools, 'git_commit', { message: 'x', paths: ['.'] })).status).toBe('ok');
  expect(git('ls-tree', '-r', '--name-only', 'HEAD').split('\n')).toEqual(['.gitignore', 'a.txt']);
});
