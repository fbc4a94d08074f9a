import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { ProjectFlags } from '../running/project-flags.ts';

export const agentsValidate = defineCommand<ProjectFlags & { all: boolean }, [string | undefined]>({
  name: 'agents validate',

  summary: 'check a definition, or with --all every one; exit code 1 where something is wrong',
  usage: '[name]',
  examples: ['agent-home agents validate my-agent', 'agent-home agents validate --all'],
  options: [{ flags: '--all', summary: 'check every agent there is', default: false }, project],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [name]) => (await import('./validate.ts')).validateAgents(name, flags),
});
