import { project, scope, yes } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { DeleteFlags } from './delete.ts';

export const agentsDelete = defineCommand<DeleteFlags, [string]>({
  name: 'agents delete',

  summary: 'delete the file and context of an agent after a confirmation; runs stay',
  usage: '<name>',
  examples: ['agent-home agents delete my-agent', 'agent-home agents delete my-agent --yes'],
  options: [scope, yes, project],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [name]) => (await import('./delete.ts')).deleteAgent(name, flags),
});
