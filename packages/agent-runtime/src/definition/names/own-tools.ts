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

/** Tools of a resident in its home, then those that only the client of `agent-home mcp --agent` has. */
export const homeTools: readonly NamedTool[] = [
  ...['home.read', 'home.say', 'home.request', 'home.vote', 'home.propose'],
  ...['home.look_around', 'home.enter', 'home.wait', 'home.read_task', 'home.hand_in', 'home.feed'],
].map((name) => ({ name }));

/** Name of the tool that stores an entry in long-term memory (S3-103). */
export const storeMemoryTool = 'store_memory';

/** Name of the tool that searches long-term memory. */
export const recallTool = 'recall';

/** Name of the tool that removes an entry of long-term memory. */
export const forgetTool = 'forget';

/** Tools of an agent with a long-term memory. */
export const memoryTools: readonly string[] = [storeMemoryTool, recallTool, forgetTool];
