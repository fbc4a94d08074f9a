import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { toolsCondition } from '@langchain/langgraph/prebuilt';
import type { GatewayModel } from './gateway-model.ts';
import { requireNoTools } from './own-tools.ts';
import { UnusableGraphError } from './program-errors.ts';

/** Node at which a thread pauses: its calls are made by the driver. */
export const pausingNode = 'tools';

/** Graph of any state, as it is compiled here. */
export type AnyGraph = StateGraph<typeof MessagesAnnotation.spec, unknown, unknown, string>;

/** Returns the graph of a thread that uses the model. */
export type BuildGraph = (model: GatewayModel) => Promise<AnyGraph>;

/**
 * Returns a function that builds the graph of each thread: that of the template, `module:attribute`, or one that calls the model until
 * it makes no calls.
 */
export function loadTemplate(template: string | undefined): BuildGraph {
  if (template === undefined) return async (model) => plainGraph(model);
  // Loaded once. A failure is reported by the run that needs it.
  let loading: Promise<unknown> | undefined;
  return async (model) => {
    loading ??= importTemplate(template);
    const loaded = await loading;
    const graph: unknown = typeof loaded === 'function' ? await loaded(model) : loaded;
    if (!isGraph(graph)) throw new UnusableGraphError(`${template} is no uncompiled StateGraph`);
    requireNoTools(graph);
    if (!Object.hasOwn(graph.nodes, pausingNode))
      throw new UnusableGraphError(`${template} has no node ${pausingNode}, at which its runs could pause`);
    return graph;
  };
}

function plainGraph(model: GatewayModel): AnyGraph {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('agent', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    // Never executed, because its calls are made by the driver.
    .addNode(pausingNode, () => ({}))
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', toolsCondition, [pausingNode, END])
    .addEdge(pausingNode, 'agent');
  return graph as unknown as AnyGraph;
}

async function importTemplate(template: string): Promise<unknown> {
  const colon = template.lastIndexOf(':');
  const [module, attribute] = [template.slice(0, colon), template.slice(colon + 1)];
  const isFile = /^[./\\]|^[A-Za-z]:|\.[cm]?js$/.test(module);
  try {
    const loaded = await import(isFile ? pathToFileURL(resolve(module)).href : module);
    if (Object.hasOwn(loaded, attribute)) return loaded[attribute];
  } catch (error) {
    throw new UnusableGraphError(
      `${module} cannot be loaded: ${error instanceof Error ? error.message : 'it threw'}`,
    );
  }
  throw new UnusableGraphError(`${module} has no export ${attribute}`);
}

/** True for a graph of any copy of LangGraph: a class is another one in each. */
function isGraph(value: unknown): value is AnyGraph {
  return (
    typeof value === 'object' &&
    value !== null &&
    'nodes' in value &&
    typeof value.nodes === 'object' &&
    'compile' in value &&
    typeof value.compile === 'function'
  );
}
