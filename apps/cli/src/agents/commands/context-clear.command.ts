import { project, runsFolder, yes } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ContextFlags } from './context.ts';

export const agentsContextClear = defineCommand<ContextFlags & { yes: boolean }, [string]>({
  name: 'agents context clear',

  summary: 'end the session of an agent after a confirmation; logs stay',
  usage: '<agent>',
  examples: ['agent-home agents context clear my-agent'],
  options: [yes, project, runsFolder],
  outputs: { formats: ['text', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent]) => (await import('./context.ts')).clearAgentContext(agent, flags),
});
