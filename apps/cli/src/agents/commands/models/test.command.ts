import { project } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';

export const modelsTest = defineCommand<ProjectFlags, [string[]]>({
  name: 'models test',
  summary: 'send a small request to models of the settings',
  usage: '[names...]',
  details: `Tests text, streaming and tool calls. Costs a few tokens per model.
Exit code 1 if a model does not respond.`,
  examples: ['agent-home models test', 'agent-home models test local'],
  options: [project],
  outputs: { formats: ['table', 'json'], json: 'format' },
  needsHome: false,
  misuse: 2,
  run: async (flags, [names]) => (await import('./test.ts')).testModels(names, flags),
});
