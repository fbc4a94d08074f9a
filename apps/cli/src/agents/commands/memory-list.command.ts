import { backend, project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { MemoryListFlags } from './memory.ts';

export const agentsMemoryList = defineCommand<MemoryListFlags, [string]>({
  name: 'agents memory list',

  summary: 'list the memory of an agent, newest first',
  usage: '<agent>',
  examples: [
    'agent-home agents memory list my-agent',
    'agent-home agents memory list my-agent --tag house --query "colour of the door"',
  ],
  options: [
    { flags: '--tag <tag...>', summary: 'only entries with all of these tags' },
    { flags: '--query <words>', summary: 'only entries with these words, best match first' },
    backend,
    project,
  ],
  outputs: { formats: ['table', 'json'], json: 'format' },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent]) => (await import('./memory.ts')).listMemory(agent, flags),
});
