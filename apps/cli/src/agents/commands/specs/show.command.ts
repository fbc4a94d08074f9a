import { project } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';

export const specsShow = defineCommand<ProjectFlags & { effective: boolean }, [string]>({
  name: 'specs show',

  summary: 'print a file, or an agent by its name, as its author wrote it',
  usage: '<file>',
  examples: ['agent-home specs show my-agent', 'agent-home specs show my-agent --effective'],
  options: [
    { flags: '--effective', summary: 'print every default that applies, too', default: false },
    project,
  ],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [file]) => (await import('./show.ts')).showSpec(file, flags),
});
