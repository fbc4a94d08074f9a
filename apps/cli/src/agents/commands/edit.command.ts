import { project, scope } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { EditFlags } from './edit.ts';

export const agentsEdit = defineCommand<EditFlags, [string]>({
  name: 'agents edit',

  summary: 'edit the file of an agent in VISUAL or EDITOR and check it before saving',
  usage: '<name>',
  examples: ['agent-home agents edit my-agent'],
  options: [scope, project],
  needsHome: false,
  misuse: 2,
  run: async (flags, [name]) => (await import('./edit.ts')).editAgent(name, flags),
});
