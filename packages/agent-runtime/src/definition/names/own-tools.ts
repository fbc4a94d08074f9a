import type { NamedTool } from './name-table.ts';

/** The tools that need no server (S3-24, S3-56 to S3-60): what a definition may name before anything runs. */
export const nativeTools: readonly NamedTool[] = [
  'read_file',
  'read_many_files',
  'grep',
  'glob',
  'write_file',
  'edit_file',
  'delete_file',
  'bash',
  'git_commit',
  'bash_sudo',
  'system_shutdown',
].map((name) => ({ name }));

/** The tools by which skills are found and read, where there are any. */
export const skillTools: readonly NamedTool[] = [
  { name: 'skills_list', aliases: ['skills.list'] },
  { name: 'skills_read', aliases: ['skills.read'] },
];

/** The tools of a resident, on its home. */
export const homeTools: readonly NamedTool[] = [
  'home.read',
  'home.say',
  'home.request',
  'home.vote',
  'home.propose',
  'home.hand-in',
].map((name) => ({ name }));
