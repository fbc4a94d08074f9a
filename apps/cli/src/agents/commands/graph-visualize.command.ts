import { project, runsFolder } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { VisualizeFlags } from './graph-visualize.ts';

export const agentsGraphVisualize = defineCommand<VisualizeFlags, [string]>({
  name: 'agents graph visualize',

  summary: 'draw the graph of a workflow; executes nothing',
  usage: '<name>',
  examples: [
    'agent-home agents graph visualize my-team',
    'agent-home agents graph visualize my-team --format mermaid',
    'agent-home agents graph visualize my-team --run latest',
  ],
  options: [
    { flags: '--run <run>', summary: 'draw the graph of a run with its progress' },
    project,
    runsFolder,
  ],
  outputs: { formats: ['text', 'mermaid'] },
  needsHome: false,
  misuse: 2,
  run: async (flags, [name]) => (await import('./graph-visualize.ts')).visualizeGraph(name, flags),
});
