import { backend, project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { MemoryExportFlags } from './memory-export.ts';

export const agentsMemoryExport = defineCommand<MemoryExportFlags, [string]>({
  name: 'agents memory export',

  summary: 'print all entries with their source, newest first',
  usage: '<agent>',
  examples: ['agent-home agents memory export my-agent --format markdown > memory.md'],
  options: [backend, project],
  outputs: { formats: ['json', 'markdown'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [agent]) => (await import('./memory-export.ts')).exportMemory(agent, flags),
});
