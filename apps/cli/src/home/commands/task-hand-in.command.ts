import { reading } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { HandInFlags } from './task-hand-in.ts';

export const taskHandIn = defineCommand<HandInFlags, [string, string]>({
  name: 'task hand-in',
  summary: 'publish a file as the latest artifact of an agent in a task',
  usage: '<task> <file>',
  details:
    'Readers verify it against the index of the agent. Hand in a file of runs export to disclose a run.',
  examples: [
    'agent-home task hand-in review run.json --as agent-at-home/identity',
    'agent-home task hand-in review report.md --as agent-at-home/identity --path reports/final.md',
  ],
  options: [
    ...reading,
    { flags: '--path <path>', summary: 'path in the folder of the agent; default: the name of the file' },
    { flags: '--type <type>', summary: 'content type; default: from the ending of the name' },
  ],
  needsHome: 'api',
  misuse: 1,
  run: async (flags, [task, file]) =>
    (await import('./task-hand-in.ts')).handIn(process.env, { task, file }, flags),
});
