import { mainAgent, nearestName, specNameSchema } from '@agent-home/agent-runtime/definition';
import type { JsonObject } from '@agent-home/protocol';
import type { GraphEdge, GraphNode } from './extended-answers.ts';

/** Value of a typed line, or the problem with it. */
export type Read<T> = { value: T } | { problem: string };

export function readName(line: string): Read<string> {
  if (line === mainAgent)
    return {
      problem: `${mainAgent} is reserved for the main conversation: use another name, such as bug-hunter`,
    };
  if (specNameSchema.safeParse(line).success) return { value: line };
  return {
    problem:
      'the name needs 3 to 63 characters of a-z, 0-9 and -, beginning with a letter, such as bug-hunter',
  };
}

/** Reads an empty line as undefined. */
export function readOptional(line: string): Read<string | undefined> {
  return { value: line === '' ? undefined : line };
}

/** Reads one of a few words, or an empty line as undefined. */
export function readChoice<T extends string>(choices: readonly T[]): (line: string) => Read<T | undefined> {
  return (line) => {
    if (line === '') return { value: undefined };
    const found = choices.find((choice) => choice === line.toLowerCase());
    if (found !== undefined) return { value: found };
    const nearest = nearestName(line, choices);
    return {
      problem: `one of ${choices.join(', ')}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
    };
  };
}

/** Reads a list such as `a, b`, without empty items and duplicates. */
export function readList(line: string): Read<string[]> {
  return { value: toList(line) };
}

export function toList(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return [...new Set(entries)].filter((entry) => entry !== '');
}

export function readPriority(line: string): Read<number | undefined> {
  if (line === '') return { value: undefined };
  return /^(10|\d)$/.test(line) ? { value: Number(line) } : { problem: 'write a whole number from 0 to 10' };
}

/** Reads a JSON Schema from one line. */
export function readSchema(line: string): Read<JsonObject | undefined> {
  if (line === '') return { value: undefined };
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { value: value as JsonObject };
  } catch {
    // The same way out.
  }
  return {
    problem: 'write a JSON Schema as one line, such as {"type":"object","required":["reason"]}',
  };
}

/** Reads `name=agent, name=agent`. A node without `=` has the name of its agent. */
export function readNodes(line: string): Read<GraphNode[]> {
  const nodes: GraphNode[] = [];
  for (const entry of toList(line)) {
    const [name = '', agent = name, ...more] = entry.split('=').map((part) => part.trim());
    if (name === '' || more.length > 0 || !specNameSchema.safeParse(agent).success)
      return { problem: `${entry}: write a node as NAME=AGENT or as the name of an agent` };
    nodes.push({ name, agent });
  }
  return { value: nodes };
}

/** Reads `from>to; from>to if CONDITION`. */
export function readEdges(line: string): Read<GraphEdge[]> {
  const edges: GraphEdge[] = [];
  for (const entry of line.split(';').map((part) => part.trim())) {
    if (entry === '') continue;
    const [, from, to, condition] = /^([^>]+?)\s*>\s*(\S+?)(?:\s+if\s+(.+))?$/.exec(entry) ?? [];
    if (from === undefined || to === undefined)
      return { problem: `${entry}: write an edge as FROM>TO or FROM>TO if CONDITION; END is the end` };
    edges.push({ from, to, ...(condition === undefined ? {} : { condition }) });
  }
  return { value: edges };
}
