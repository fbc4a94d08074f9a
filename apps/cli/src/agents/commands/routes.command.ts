import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { RoutesFlags } from './routes.ts';

export const agentsRoutes = defineCommand<RoutesFlags, [string | undefined]>({
  name: 'agents routes',

  summary: 'list the triggers there are; for a prompt, the agent that would get it and why',
  usage: '[text]',
  examples: ['agent-home agents routes', "agent-home agents routes 'Review the last commit'"],
  options: [
    { flags: '--misses', summary: 'list prompts that a user sent elsewhere, newest first', default: false },
    project,
  ],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [text]) => (await import('./routes.ts')).tellRoutes(text, flags),
});
