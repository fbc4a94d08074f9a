import type { Command } from 'commander';
import type { ReplayFlags } from '../commands/agents/graph-replay.ts';
import type { VisualizeFlags } from '../commands/agents/graph-visualize.ts';
import { formats, inFolder } from './run-commands.ts';

/** Graphs of agents, and what agents did together: looked at, never run. */
export function addGraphCommands(agents: Command): void {
  const graph = agents.command('graph').description('agents as nodes of a graph, and sessions told again');
  graph
    .command('visualize <name>')
    .description('entry, nodes with their agents, and edges with their conditions; executes nothing')
    .option('--project <folder>', 'the folder that has agents/; default: where you are')
    .addOption(formats('text', 'mermaid'))
    .action(async (name: string, flags: VisualizeFlags) =>
      (await import('../commands/agents/graph-visualize.ts')).visualizeGraph(name, flags),
    );
  inFolder(graph.command('replay'))
    .description('a session told again from its logs: nodes, models, tools, handoffs, guardrails, counts')
    .requiredOption('--session <id>', 'which')
    .addOption(formats('text', 'json'))
    .action(async (flags: ReplayFlags) =>
      (await import('../commands/agents/graph-replay.ts')).replaySession(process.env, flags),
    );
}
