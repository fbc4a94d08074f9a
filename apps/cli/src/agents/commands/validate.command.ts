import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ProjectFlags } from '../running/project-flags.ts';

export const agentsValidate = defineCommand<ProjectFlags & { all: boolean }, [string | undefined]>({
  name: 'agents validate',

  summary: 'validate an agent, or all with --all; exit code 1 on failure',
  usage: '[name]',
  examples: ['agent-home agents validate my-agent', 'agent-home agents validate --all'],
  options: [{ flags: '--all', summary: 'validate every agent', default: false }, project],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [name]) => (await import('./validate.ts')).validateAgents(name, flags),
});
