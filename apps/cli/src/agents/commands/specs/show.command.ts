import { project } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';

export const specsShow = defineCommand<ProjectFlags & { effective: boolean }, [string]>({
  name: 'specs show',

  summary: 'print a spec file or an agent',
  usage: '<file>',
  examples: ['agent-home specs show my-agent', 'agent-home specs show my-agent --effective'],
  options: [{ flags: '--effective', summary: 'include all defaults', default: false }, project],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [file]) => (await import('./show.ts')).showSpec(file, flags),
});
