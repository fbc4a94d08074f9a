import { backend, project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { MemoryFlags } from './memory.ts';

export const agentsMemoryList = defineCommand<MemoryFlags, [string]>({
  name: 'agents memory list',

  summary: 'list the memory of an agent, newest first',
  usage: '<agent>',
  examples: ['agent-home agents memory list my-agent'],
  options: [backend, project],
  outputs: { formats: ['table', 'json'], json: 'format' },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent]) => (await import('./memory.ts')).listMemory(agent, flags),
});
