import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { OwnToolError } from './program-errors.ts';

/** Members of a runnable in which other runnables are. */
const parts = [
  'bound',
  'runnable',
  'first',
  'middle',
  'last',
  'steps',
  'nodes',
  'builder',
  'subgraphs',
  'branches',
];
/** Limit against graphs that hold themselves in endless copies. */
const mostParts = 100_000;

/**
 * Requires that no node of a graph, or of a graph in it, is a ToolNode with tools.
 * @throws OwnToolError
 */
export function requireNoTools(graph: unknown): void {
  const seen = new Set<object>();
  const open: unknown[] = [graph];
  while (open.length > 0 && seen.size < mostParts) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const name = toolsOf(value)[0];
    if (name !== undefined) throw new OwnToolError(`the graph has tools of its own: ${name}`);
    if (Array.isArray(value)) open.push(...value);
    for (const part of parts) {
      const held: unknown = Reflect.get(value, part);
      if (typeof held !== 'object' || held === null) continue;
      open.push(held, ...(Array.isArray(held) ? held : Object.values(held)));
    }
  }
}

function toolsOf(value: object): string[] {
  const tools: unknown = Reflect.get(value, 'tools');
  const hasHandler = 'handleToolErrors' in value || value.constructor.name === 'ToolNode';
  if (!hasHandler || !Array.isArray(tools)) return [];
  return tools.map((tool: unknown) =>
    typeof tool === 'object' && tool !== null && 'name' in tool ? String(tool.name) : 'a tool',
  );
}

/** Stops each tool of LangChain that starts in a thread, before it has an effect. */
export class ToolGuard extends BaseCallbackHandler {
  readonly name = 'agent-home';
  override readonly awaitHandlers = true;
  override readonly raiseError = true;
  /** Name of the first stopped tool. A graph may catch the error. */
  stopped: string | undefined;

  override handleToolStart(
    tool: { id?: string[] },
    _input: string,
    _runId: string,
    _parentRunId?: string,
    _tags?: string[],
    _metadata?: Record<string, unknown>,
    runName?: string,
  ): void {
    this.stopped ??= runName ?? tool.id?.at(-1) ?? 'a tool';
    throw new OwnToolError(`LangGraph would execute ${this.stopped} itself`);
  }
}
