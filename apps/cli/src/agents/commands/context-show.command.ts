import { project, runsFolder } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ContextFlags } from './context.ts';

export const agentsContextShow = defineCommand<ContextFlags, [string]>({
  name: 'agents context show',

  summary: 'show what was said in a session, whole',
  usage: '<agent>',
  examples: ['agent-home agents context show my-agent'],
  options: [
    { flags: '--session <id>', summary: 'session to read; default: the one that its next run continues' },
    project,
    runsFolder,
  ],
  outputs: { formats: ['text', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent]) => (await import('./context.ts')).showContext(agent, flags),
});
