import { backend, project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { MemoryFlags } from './memory.ts';

export const agentsMemoryShow = defineCommand<MemoryFlags, [string, string]>({
  name: 'agents memory show',

  summary: 'show an entry by key or id; exit code 1 if missing',
  usage: '<agent> <entry>',
  examples: ['agent-home agents memory show my-agent ENTRY'],
  options: [backend, project],
  outputs: { formats: ['table', 'json'], json: 'format' },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent, id]) => (await import('./memory.ts')).showMemory(agent, id, flags),
});
