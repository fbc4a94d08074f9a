import type { NamedTool } from './name-table.ts';

/** Tools that need no server (S3-24, S3-56 to S3-60). A definition may name them before any server starts. */
export const nativeTools: readonly NamedTool[] = [
  'read_file',
  'read_many_files',
  'grep',
  'glob',
  'write_file',
  'edit_file',
  'apply_patch',
  'delete_file',
  'todo_write',
  'bash',
  'bash_output',
  'bash_stop',
  'git_commit',
  'web_fetch',
  'bash_sudo',
  'system_shutdown',
].map((name) => ({ name }));

/** Tools that find and read skills, if there are any. */
export const skillTools: readonly NamedTool[] = [
  { name: 'skills_list', aliases: ['skills.list'] },
  { name: 'skills_read', aliases: ['skills.read'] },
];

/** Tools of a resident in its home. */
export const homeTools: readonly NamedTool[] = [
  'home.read',
  'home.say',
  'home.request',
  'home.vote',
  'home.propose',
  'home.hand-in',
].map((name) => ({ name }));
