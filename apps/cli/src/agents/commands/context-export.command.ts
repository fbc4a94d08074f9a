import { project, runsFolder } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ContextFlags } from './context.ts';

export const agentsContextExport = defineCommand<ContextFlags & { to?: string }, [string]>({
  name: 'agents context export',

  summary: 'export the context of an agent as JSON',
  usage: '<agent>',
  examples: ['agent-home agents context export my-agent --to context.json'],
  options: [
    { flags: '--to <file>', summary: 'write to a new file' },
    { flags: '--session <id>', summary: 'session; default: the current one' },
    project,
    runsFolder,
  ],
  outputs: { formats: ['json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent]) => (await import('./context.ts')).exportContext(agent, flags),
});
