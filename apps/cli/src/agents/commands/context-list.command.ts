import { project, runsFolder } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ContextFlags } from './context.ts';

export const agentsContextList = defineCommand<ContextFlags>({
  name: 'agents context list',

  summary: 'list the current contexts of agents',
  examples: ['agent-home agents context list'],
  options: [project, runsFolder],
  outputs: { formats: ['text', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags) => (await import('./context.ts')).listAgentContexts(flags),
});
