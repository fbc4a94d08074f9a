import { defineCommand } from '../../../command-line/define-command.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';

export const specsValidate = defineCommand<ProjectFlags, [string[]]>({
  name: 'specs validate',

  summary: 'validate files against their schemas; exit code 1 on failure',
  usage: '<files...>',
  examples: ['agent-home specs validate agents/my-agent/agent.yaml'],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [files]) => (await import('./validate.ts')).validateSpecs(files, flags),
});
