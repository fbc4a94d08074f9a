import { endOfGraph, type Graph } from '@agent-home/agent-runtime/definition';
import type { GraphProgress } from '@agent-home/agent-runtime/run-log';
import { preview } from '../../terminal/untrusted-text.ts';
import { collectWays, type Way } from './graph-ways.ts';
import type { HandoffWay } from './handoff-ways.ts';

/** Maximum length of a label, in characters; the file has the full text. */
const labelLength = 200;

/**
 * Returns a graph as a Mermaid flowchart (S3-110). Ids are generated. Text of the author appears in labels only, escaped so that
 * Mermaid does not interpret it.
 */
export function toMermaid(
  graph: Graph,
  handoffs: readonly HandoffWay[] = [],
  progress?: GraphProgress,
): string {
  const ids = new Map([
    ...graph.nodes.map(({ name }, index) => [name, `n${index}`] as const),
    [endOfGraph, 'finish'] as const,
  ]);
  const arrows = [...collectWays(graph)].flatMap(([name, ways]) =>
    ways.map((way, index) => {
      const label = toLabel(way, ways.length === 1 ? undefined : index + 1);
      const arrow = `${way.isImplied ? '-.->' : '-->'}${label === '' ? '' : `|"${label}"|`}`;
      return `  ${ids.get(name)} ${arrow} ${ids.get(way.to)}`;
    }),
  );
  const { boxes, edges } = handoffDrawing(graph, handoffs);
  return [
    'flowchart TD',
    '  begin(("begin"))',
    ...graph.nodes.map((node) => `  ${ids.get(node.name)}${getShape(node)}`),
    ...boxes,
    '  finish((("END")))',
    `  begin --> ${ids.get(graph.entry)}`,
    ...arrows,
    ...edges,
    ...(progress ? progressClasses(graph, progress) : []),
  ].join('\n');
}

/** Colours the nodes of a run: those that have ended, and the one at work. */
function progressClasses({ nodes }: Graph, progress: GraphProgress): string[] {
  const chosen = (isAtWork: boolean) =>
    nodes.flatMap(({ name }, index) => (progress.get(name)?.isAtWork === isAtWork ? [`n${index}`] : []));
  const [work, ended] = [chosen(true), chosen(false)];
  return [
    ...(ended.length === 0
      ? []
      : ['  classDef ended fill:#d3f9d8,stroke:#2b8a3e,color:#000', `  class ${ended.join(',')} ended`]),
    ...(work.length === 0
      ? []
      : ['  classDef work fill:#fff3bf,stroke:#e67700,color:#000', `  class ${work.join(',')} work`]),
  ];
}

/** Draws handoffs as dotted edges between agents. Agents without a node are separate boxes, after those of the nodes. */
function handoffDrawing(
  { nodes }: Graph,
  handoffs: readonly HandoffWay[],
): { boxes: string[]; edges: string[] } {
  const ofNodes = new Set(nodes.flatMap(({ agent }) => agent ?? []));
  const others = [...new Set(handoffs.map(({ to }) => to))].filter((agent) => !ofNodes.has(agent));
  const own = new Map(others.map((agent, index) => [agent, `n${nodes.length + index}`]));
  const collectIds = (agent: string) => {
    const other = own.get(agent);
    return other ? [other] : nodes.flatMap((node, index) => (node.agent === agent ? [`n${index}`] : []));
  };
  return {
    boxes: [...own].map(([agent, id]) => `  ${id}["agent ${labelText(agent)}"]`),
    edges: handoffs.flatMap(({ from, to, when }) => {
      const label = when === undefined ? 'handoff' : `handoff if ${labelText(when)}`;
      // An agent of several nodes is the same agent in each of them.
      return collectIds(from).flatMap((one) =>
        collectIds(to)
          .slice(0, 1)
          .map((other) => `  ${one} -.->|"${label}"| ${other}`),
      );
    }),
  };
}

/**
 * Returns the shape of a node: a box for an agent, a parallelogram for several, a double box for a workflow, a hexagon for an approval, a
 * rhombus for edges only.
 */
function getShape({ name, agent, approve, parallel, map, subgraph }: Graph['nodes'][number]): string {
  if (parallel) {
    const branches = parallel.map((branch) => `${labelText(branch.name)}, agent ${labelText(branch.agent)}`);
    return `[/"${[labelText(name), ...branches].join('<br>')}"/]`;
  }
  if (subgraph !== undefined) return `[["${labelText(name)}<br>workflow ${labelText(subgraph)}"]]`;
  if (map !== undefined && agent !== undefined)
    return `[/"${labelText(name)}<br>agent ${labelText(agent)} for each of ${labelText(map)}"/]`;
  if (approve !== undefined) return `{{"${labelText(name)}<br>asks a person: ${labelText(approve)}"}}`;
  if (agent === undefined) return `{"${labelText(name)}"}`;
  return `["${labelText(name)}<br>agent ${labelText(agent)}"]`;
}

/** Returns the label of an edge; with several edges their order matters. */
function toLabel({ condition }: Way, place: number | undefined): string {
  const when = condition === undefined ? (place === undefined ? '' : 'else') : `if ${labelText(condition)}`;
  return place === undefined ? when : `${place}: ${when}`;
}

/** Text that Mermaid interprets after parsing: formulas, icons, and the letter that it uses to encode numbers. */
const readAgain = /\$(?=\$)|:(?=fa-)|\uFB02/g;

/**
 * Escapes text for a quoted label. Every character except letters, digits, single blanks, and `._-` inside a word becomes its
 * number, so that quotes, tags, directives, Markdown and icons have no effect. The first letter of `end` and `www` is escaped too,
 * because Mermaid interprets these words.
 */
function labelText(text: string): string {
  return preview(text, labelLength)
    .replace(readAgain, (character) => (character === '\uFB02' ? 'fl' : `${character} `))
    .replace(/[^\p{L}\p{N} ]/gu, (character, at: number, all: string) =>
      /[._-]/.test(character) && isWithinWord(all, at) ? character : toNumber(character),
    )
    .replace(/\be(?=nd\b)|\bw(?=ww\b)/gi, toNumber);
}

/** Keeps such characters readable inside a word, as in `analysis.can_auto_fix`. */
function isWithinWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at + 1] ?? '');
}

function toNumber(character: string): string {
  return `#${character.codePointAt(0) ?? 0};`;
}
