import { backend, project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { MemoryEditFlags } from './memory-edit.ts';

export const agentsMemoryEdit = defineCommand<MemoryEditFlags, [string, string]>({
  name: 'agents memory edit',

  summary: 'change the text of an entry; its source stays',
  usage: '<agent> <entry>',
  examples: [
    'agent-home agents memory edit my-agent ENTRY',
    "agent-home agents memory edit my-agent ENTRY --text 'The door is blue.'",
  ],
  options: [
    { flags: '--text <text>', summary: 'new text instead of an editor; - reads standard input' },
    backend,
    project,
  ],
  outputs: { formats: ['table', 'json'], json: 'format' },
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent, id]) => (await import('./memory-edit.ts')).editMemory(agent, id, flags),
});
