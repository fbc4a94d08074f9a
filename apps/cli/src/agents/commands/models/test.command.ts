import { project } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';

export const modelsTest = defineCommand<ProjectFlags, [string[]]>({
  name: 'models test',
  summary: 'send small requests to models of the settings and print what they can do',
  usage: '[names...]',
  details: `Tests text, streaming, usage, tool calls (one and several), JSON and images, and measures
the time to the first text. Costs a few hundred tokens per model.
Exit code 1 if a model does not respond.`,
  examples: ['agent-home models test', 'agent-home models test local'],
  options: [project],
  outputs: { formats: ['table', 'json'], json: 'format' },
  needsHome: false,
  misuse: 2,
  run: async (flags, [names]) => (await import('./test.ts')).testModels(names, flags),
});
