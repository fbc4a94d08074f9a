import { homeOfSpecs, project, scopeOfProject } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { RegistryFlags } from './registry.ts';

export const specsRegister = defineCommand<RegistryFlags, [string[]]>({
  name: 'specs register',

  summary: 'register files as fixed versions; exit code 1 on failure',
  usage: '<files...>',
  examples: [
    'agent-home specs register agents/my-agent/agent.yaml',
    'agent-home specs register agents/my-agent/agent.yaml --home https://home.example',
  ],
  options: [scopeOfProject, project, ...homeOfSpecs],
  outputs: { formats: ['table', 'json'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [files]) => (await import('./registry.ts')).registerSpecs(files, flags),
});
