import { project } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';

export const modelsList = defineCommand<ProjectFlags>({
  name: 'models list',
  summary: 'list the models of the settings',
  examples: ['agent-home models list'],
  options: [project],
  outputs: { formats: ['table', 'json'], json: 'format' },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags) => (await import('./list.ts')).listModels(flags),
});
