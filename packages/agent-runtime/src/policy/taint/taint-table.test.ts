import { expect, test } from 'vitest';
import { homeTools, nativeTools, skillTools } from '../../definition/index.ts';
import { getTaint, taintTable } from './taint-table.ts';

test('has a row for every tool that needs no server', () => {
  const told = [
    ...nativeTools.map(({ name }) => [name, getTaint(name, 'native')]),
    ...skillTools.map(({ name }) => [name, getTaint(name, 'skills')]),
    ...homeTools.map(({ name }) => [name, getTaint(name, 'home')]),
  ];
  expect(Object.fromEntries(told)).toEqual({
    read_file: 'untrusted_project',
    read_many_files: 'untrusted_project',
    grep: 'untrusted_project',
    glob: 'untrusted_project',
    write_file: 'untrusted_project',
    edit_file: 'untrusted_project',
    apply_patch: 'untrusted_project',
    todo_write: 'never',
    delete_file: 'untrusted_project',
    git_commit: 'untrusted_project',
    web_fetch: 'always',
    bash: 'always',
    bash_output: 'always',
    bash_stop: 'always',
    bash_sudo: 'always',
    system_shutdown: 'always',
    skills_list: 'untrusted_project',
    skills_read: 'untrusted_project',
    'home.read': 'always',
    'home.say': 'never',
    'home.request': 'never',
    'home.vote': 'never',
    'home.propose': 'never',
    'home.look_around': 'always',
    'home.enter': 'always',
    'home.wait': 'always',
    'home.read_task': 'always',
    'home.hand_in': 'never',
    'home.feed': 'always',
  });
});

test('taints by server tools, bound tools and unknown tools', () => {
  expect([
    getTaint('mcp.github.get_issue', 'mcp'),
    getTaint('ask-service', 'native'),
    // A server's tool is not the native tool of the same name.
    getTaint('read_file', 'mcp'),
    getTaint('home.dance', 'home'),
  ]).toEqual(['always', 'always', 'always', 'always']);
  for (const row of taintTable) expect(row.reason).not.toBe('');
});
