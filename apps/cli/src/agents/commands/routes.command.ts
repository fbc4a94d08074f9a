import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { RoutesFlags } from './routes.ts';

export const agentsRoutes = defineCommand<RoutesFlags, [string | undefined]>({
  name: 'agents routes',

  summary: 'list triggers, or show the agent chosen for a prompt',
  usage: '[text]',
  examples: ['agent-home agents routes', "agent-home agents routes 'Review the last commit'"],
  options: [
    {
      flags: '--misses',
      summary: 'list prompts that users routed differently, newest first',
      default: false,
    },
    project,
  ],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [text]) => (await import('./routes.ts')).printRoutes(text, flags),
});
