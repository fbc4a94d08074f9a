import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchProject } from '../../testing/scratch-project.ts';
import { allowedCall, callTool, never } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

function repository() {
  const { folder } = scratchProject({ 'a.txt': 'a', 'b.txt': 'b' });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '-q');
  git('config', 'user.name', 'Robin');
  git('config', 'user.email', 'robin@example.org');
  const at = (name: string) => join(folder, name);
  return { folder, git, at, tools: createNativeTools({ projectFolder: folder }) };
}

it('a commit has the named files, or all tracked ones', async () => {
  const { git, at, tools } = repository();
  git('add', 'b.txt');
  const first = await callTool(tools, 'git_commit', { message: 'Adds a\n\n# why', paths: ['a.txt'] });
  expect(first.metadata.commit).toBe(git('rev-parse', 'HEAD'));
  expect(git('ls-tree', '--name-only', 'HEAD')).toBe('a.txt');
  expect(git('log', '-1', '--format=%B')).toMatch(/^Adds a\n\n# why\n\nRun-Call: [0-9a-f]{64}$/);
  writeFileSync(at('a.txt'), 'more');
  writeFileSync(at('new.txt'), 'unknown to git');
  expect((await callTool(tools, 'git_commit', { message: 'More' })).status).toBe('ok');
  expect(git('status', '--porcelain')).toBe('?? new.txt');
  expect((await callTool(tools, 'git_commit', { message: 'Again' })).error?.code).toBe('nothing_to_commit');
});

it('a commit runs nothing that the project brought along', async () => {
  const { git, at, tools } = repository();
  for (const hook of ['pre-commit', 'commit-msg', 'prepare-commit-msg', 'post-commit']) {
    writeFileSync(at(`.git/hooks/${hook}`), `#!/bin/sh\ntouch ${at('ran')}\n`);
    chmodSync(at(`.git/hooks/${hook}`), 0o755);
  }
  mkdirSync(at('hooks'));
  git('config', 'core.fsmonitor', `touch ${at('ran')}; false`);
  git('config', 'commit.gpgsign', 'true');
  git('config', 'gpg.program', `touch ${at('ran')}`);
  git('config', 'core.editor', `touch ${at('ran')}`);
  expect((await callTool(tools, 'git_commit', { message: 'x', paths: ['a.txt'] })).status).toBe('ok');
  expect(existsSync(at('ran'))).toBe(false);
});

it('a folder without a repository of its own is refused', async () => {
  const { git, at } = repository();
  mkdirSync(at('sub'));
  writeFileSync(at('sub/c.txt'), 'c');
  const inside = createNativeTools({ projectFolder: at('sub') });
  expect((await callTool(inside, 'git_commit', { message: 'x', paths: ['c.txt'] })).error?.code).toBe(
    'not_a_repository',
  );
  git('init', '-q', '--bare', at('bare'));
  execFileSync('git', ['config', 'core.worktree', at('bare')], { cwd: at('bare') });
  execFileSync('git', ['config', 'core.bare', 'false'], { cwd: at('bare') });
  const bare = createNativeTools({ projectFolder: at('bare') });
  expect((await callTool(bare, 'git_commit', { message: 'x', paths: ['HEAD'] })).error?.code).toBe(
    'not_a_repository',
  );
});

it('paths of a commit are project paths, not patterns', async () => {
  const { git, at, tools } = repository();
  symlinkSync('..', at('up'));
  for (const [path, code] of [
    ['../outside/secret.txt', 'outside_project'],
    ['.git/config', 'hidden_path'],
    ['*', 'command_failed'],
    [':(top)a.txt', 'command_failed'],
    ['--all', 'command_failed'],
    ['up/outside/secret.txt', 'command_failed'],
  ])
    expect(
      (await callTool(tools, 'git_commit', { message: 'x', paths: [path ?? ''] })).error?.code,
      path,
    ).toBe(code);
  expect(git('status', '--porcelain', '--untracked-files=no')).toBe('');
});

it('a commit is found by its call after crashes', async () => {
  const { at, tools } = repository();
  const { ticket, call } = allowedCall('git_commit', { message: 'x', paths: ['a.txt'] });
  expect(await tools.settle?.(call, never)).toEqual({ state: 'not_done' });
  const outcome = await tools.invoke(ticket, call, never);
  expect(await tools.settle?.(call, never)).toMatchObject({
    state: 'done',
    outcome: { metadata: { commit: outcome.metadata.commit ?? '' } },
  });
  const other = allowedCall('git_commit', { message: 'y', paths: ['b.txt'] });
  expect(await tools.settle?.(other.call, never)).toEqual({ state: 'not_done' });
  writeFileSync(at('.git/index.lock'), '');
  expect(await tools.settle?.(other.call, never)).toEqual({ state: 'unknown' });
});

it('a message cannot claim to be of another call', async () => {
  const { tools } = repository();
  const message = `x\n\nrun-call: ${'0'.repeat(64)}`;
  expect((await callTool(tools, 'git_commit', { message, paths: ['a.txt'] })).error?.code).toBe(
    'invalid_arguments',
  );
});
