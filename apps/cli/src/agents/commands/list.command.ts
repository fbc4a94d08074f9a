import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ProjectFlags } from '../running/project-flags.ts';

export const agentsList = defineCommand<ProjectFlags & { scope: 'global' | 'project' | 'all' }>({
  name: 'agents list',

  summary: 'list the agents of this project and those for every project',
  examples: ['agent-home agents list', 'agent-home agents list --scope global --format json'],
  options: [
    {
      flags: '--scope <scope>',
      summary: 'list those of this project, or those for every project',
      choices: ['global', 'project', 'all'],
      default: 'all',
    },
    project,
  ],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags) => (await import('./list.ts')).listAgents(flags),
});
