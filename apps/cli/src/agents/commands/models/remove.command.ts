import { dryRun, project, scope } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RemoveModelFlags } from './remove.ts';

export const modelsRemove = defineCommand<RemoveModelFlags, [string]>({
  name: 'models remove',
  summary: 'remove a model from the settings',
  usage: '<name>',
  examples: ['agent-home models remove local'],
  options: [{ ...scope, summary: 'settings to change', default: 'global' }, dryRun, project],
  outputs: { formats: ['table', 'json'], json: 'format' },
  needsHome: false,
  misuse: 2,
  run: async (flags, [name]) => (await import('./remove.ts')).removeModel(name, flags),
});
