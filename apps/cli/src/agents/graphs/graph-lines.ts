import type { Graph } from '@agent-home/agent-runtime/definition';
import type { GraphProgress } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { faint, mark, strong } from '../../terminal/colours.ts';
import { counted } from '../../terminal/counted.ts';
import { collectWays, type Way } from './graph-ways.ts';
import type { HandoffWay } from './handoff-ways.ts';

export interface DrawnGraph {
  agent: string;
  title: string;
  file: string;
  graph: Graph;
  /** Returns true for existing agents; others in nodes are reported as missing. */
  hasAgent(name: string): boolean;
  handoffs: readonly HandoffWay[];
  /** Progress of a run; absent for a graph without a run. */
  progress?: GraphProgress;
}

/** Renders a graph as text (S3-110): its start, the agent of each node, and the edges in their order. */
export function graphLines(drawn: DrawnGraph): string[] {
  const { agent, title, file, graph, hasAgent, handoffs, progress } = drawn;
  const ways = collectWays(graph);
  return [
    `${strong(shownText(agent))} (${shownText(title)})  ${faint(shownText(file))}`,
    `entry ${shownText(graph.entry)}`,
    ...graph.nodes.flatMap((node) => [
      '',
      `${strong(shownText(node.name))}  ${getWork(node, hasAgent)}${describeProgress(progress, node.name)}`,
      ...(ways.get(node.name) ?? []).map((way, index, all) => `  ${index + 1}. ${wayLine(way, all.length)}`),
    ]),
    ...handoffLines(handoffs, hasAgent),
  ];
}

function describeProgress(progress: GraphProgress | undefined, node: string): string {
  if (!progress) return '';
  const { visits = 0, isAtWork = false } = progress.get(node) ?? {};
  if (visits === 0) return faint('  not begun');
  return isAtWork ? `  ${mark('○')} at work, visit ${visits}` : `  ${mark('✔')} ${counted(visits, 'visit')}`;
}

function handoffLines(handoffs: DrawnGraph['handoffs'], hasAgent: DrawnGraph['hasAgent']): string[] {
  const lines = handoffs.map(({ from, to, when }) => {
    const condition = when === undefined ? '' : ` if ${shownText(when)}`;
    const missing = hasAgent(to) ? '' : ', which does not exist';
    return `  agent ${shownText(from)} → agent ${shownText(to)}${missing}${condition}`;
  });
  return lines.length === 0 ? [] : ['', 'handoffs', ...lines];
}

function getWork(node: Graph['nodes'][number], hasAgent: DrawnGraph['hasAgent']): string {
  const { agent, approve, parallel, map, subgraph, reduce = {}, retry } = node;
  if (approve !== undefined) return `asks a person: ${shownText(approve)}`;
  const named = (kind: string, name: string) =>
    `${kind} ${shownText(name)}${hasAgent(name) ? '' : ', which does not exist'}`;
  const reduced = Object.entries(reduce).map(([key, reducer]) => `${shownText(key)} by ${reducer}`);
  const more = [
    ...(map === undefined ? [] : [`for each item of ${shownText(map)}`]),
    ...(reduced.length === 0 ? [] : [`reduces ${reduced.join(', ')}`]),
    ...(retry === undefined ? [] : [`at most ${retry + 1} attempts`]),
  ];
  const work = parallel
    ? `at the same time: ${parallel.map((branch) => `${shownText(branch.name)} (${named('agent', branch.agent)})`).join(', ')}`
    : subgraph !== undefined
      ? named('workflow', subgraph)
      : agent === undefined
        ? 'chooses an edge'
        : named('agent', agent);
  return [work, ...more].join('; ');
}

function wayLine({ to, condition, isImplied }: Way, ways: number): string {
  const when = condition === undefined ? (ways > 1 ? 'else' : 'always') : `if ${shownText(condition)}`;
  return `${when} → ${shownText(to)}${isImplied ? faint(' (implied)') : ''}`;
}
