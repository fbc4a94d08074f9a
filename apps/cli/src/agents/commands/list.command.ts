import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ProjectFlags } from '../running/project-flags.ts';

export const agentsList = defineCommand<ProjectFlags & { scope: 'global' | 'project' | 'all' }>({
  name: 'agents list',

  summary: 'list agents of the project and global agents',
  examples: ['agent-home agents list', 'agent-home agents list --scope global --format json'],
  options: [
    {
      flags: '--scope <scope>',
      summary: 'scope to list',
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
