import { homeOfSpecs, project, scopeOfProject } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RegistryFlags } from './registry.ts';

export const specsList = defineCommand<RegistryFlags>({
  name: 'specs list',

  summary: 'list all registered versions',
  examples: ['agent-home specs list --scope global', 'agent-home specs list --home https://home.example'],
  options: [scopeOfProject, project, ...homeOfSpecs],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags) => (await import('./registry.ts')).listSpecs(flags),
});
