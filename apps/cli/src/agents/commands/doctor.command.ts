import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ProjectFlags } from '../running/project-flags.ts';

export const agentsDoctor = defineCommand<ProjectFlags, [string[]]>({
  name: 'agents doctor',

  summary: 'check settings, definitions, trust and MCP servers; exit code 1 on failure',
  usage: '[servers...]',
  examples: ['agent-home agents doctor', 'agent-home agents doctor github'],
  options: [project],
  outputs: { formats: ['table', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [servers]) => (await import('./doctor.ts')).examineAgents(servers, flags),
});
