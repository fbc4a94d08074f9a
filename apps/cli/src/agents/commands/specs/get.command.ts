import { homeOfSpecs, project, scopeOfProject } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RegistryFlags } from './registry.ts';

export const specsGet = defineCommand<RegistryFlags, [string, string]>({
  name: 'specs get',

  summary: 'print NAME@VERSION, or the newest release of NAME',
  usage: '<kind> <name>',
  examples: [
    'agent-home specs get agent my-agent@1.0.0',
    'agent-home specs get agent my-agent@1.0.0 --home https://home.example',
  ],
  options: [scopeOfProject, project, ...homeOfSpecs],
  outputs: { formats: ['table', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [kind, name]) => (await import('./registry.ts')).getSpec(kind, name, flags),
});
