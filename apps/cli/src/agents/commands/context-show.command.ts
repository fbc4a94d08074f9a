import { project, runsFolder } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ContextFlags } from './context.ts';

export const agentsContextShow = defineCommand<ContextFlags, [string]>({
  name: 'agents context show',

  summary: 'show all messages of a session',
  usage: '<agent>',
  examples: ['agent-home agents context show my-agent'],
  options: [{ flags: '--session <id>', summary: 'session; default: the current one' }, project, runsFolder],
  outputs: { formats: ['text', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent]) => (await import('./context.ts')).showContext(agent, flags),
});
