import { describeProblem, graphSchema, teamworkSchema } from '@agent-home/agent-runtime/definition';
import { type GraphProgress, graphProgress, type RunStarted } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { findAgent, loadDefinitions } from '@agent-home/runtime-node/definitions';
import { AgentCommandError, RunCommandError } from '../../errors/command-errors.ts';
import { chooseAgent } from '../authoring/choose-agent.ts';
import { type DrawnGraph, graphLines } from '../graphs/graph-lines.ts';
import { handoffWays } from '../graphs/handoff-ways.ts';
import { toMermaid } from '../graphs/mermaid.ts';
import { projectPlaces } from '../running/project-places.ts';
import { findRunId } from '../runs/find-run-id.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../runs/open-runs.ts';
import { readRun } from '../runs/read-run.ts';

export interface VisualizeFlags extends RunsFlags {
  /** Run whose graph is drawn with its progress. */
  run?: string;
  project?: string;
  format: 'text' | 'mermaid';
}

/**
 * `agent-home agents graph visualize NAME` (S3-110). Reads only the definition, so it works for an untrusted
 * project. @throws AgentCommandError `agent_not_found`, `no_graph`, `invalid_definition`
 */
export async function visualizeGraph(name: string, { run, format, ...flags }: VisualizeFlags): Promise<void> {
  const loaded = loadGraph(name, flags.project);
  const drawn = run === undefined ? loaded : { ...loaded, ...(await readProgress(name, run, flags)) };
  console.log(
    format === 'mermaid'
      ? toMermaid(drawn.graph, drawn.handoffs, drawn.progress)
      : graphLines(drawn).join('\n'),
  );
}

/** Returns the graph that a run has pinned, which may differ from that of the file, and its progress. */
async function readProgress(
  name: string,
  named: string,
  flags: RunsFlags,
): Promise<Pick<DrawnGraph, 'graph' | 'handoffs'> & { progress: GraphProgress }> {
  const runId = await findRunId(named, flags);
  const { records, problem } = await withPlainErrors(() => readRun(openRuns(process.env, flags), runId));
  if (problem) throw new RunCommandError(problem.code, problem.message, { cause: problem });
  const { agent, graph } = (records[0]?.data ?? {}) as unknown as Partial<RunStarted>;
  if (!graph || agent !== name)
    throw new AgentCommandError(
      'no_graph',
      `run ${shownText(runId)} is not a run of the graph of ${shownText(name)}`,
    );
  const { start: _, ...own } = graph;
  return { graph: graphSchema.parse(own), handoffs: [], progress: graphProgress(records) };
}

function loadGraph(name: string, project: string | undefined): DrawnGraph {
  const loaded = loadDefinitions(projectPlaces(project));
  const { definition, problems, origin } = chooseAgent(loaded, name, undefined);
  const shown = shownText(name);
  if (!definition) {
    const [first] = problems;
    const why = first ? shownText(describeProblem(first)) : 'unknown reason';
    throw new AgentCommandError(
      'invalid_definition',
      `agent ${shown} is not valid: ${why}; see agent-home agents validate`,
    );
  }
  const { graph: own, handoffs = [] } = teamworkSchema.parse(definition.teamwork);
  if (!own && handoffs.length === 0)
    throw new AgentCommandError(
      'no_graph',
      `agent ${shown} has no graph and no handoffs: add graph with entry, nodes and edges to ${shownText(origin.path)}`,
    );
  // An agent that only has handoffs is drawn as a graph of one node.
  const alone = { name: definition.name, agent: definition.name };
  const graph = own ?? { entry: alone.name, nodes: [alone], edges: [] };
  const hasAgent = (other: string) => findAgent(loaded, other) !== undefined;
  const { name: agent, title } = definition;
  return { agent, title, file: origin.path, graph, hasAgent, handoffs: handoffWays(graph, loaded) };
}
