import { backend, project, yes } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { MemoryForgetFlags } from './memory.ts';

export const agentsMemoryForget = defineCommand<MemoryForgetFlags, [string, string | undefined]>({
  name: 'agents memory forget',

  alias: 'delete',
  summary: 'delete an entry by key or id, or all entries',
  usage: '<agent> [entry]',
  examples: [
    'agent-home agents memory forget my-agent ENTRY',
    'agent-home agents memory forget my-agent --all --yes',
  ],
  options: [
    { flags: '--all', summary: 'delete all entries after a confirmation', default: false },
    yes,
    backend,
    project,
  ],
  outputs: { formats: ['table', 'json'], json: 'format' },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent, id]) => (await import('./memory.ts')).forgetMemory(agent, id, flags),
});
