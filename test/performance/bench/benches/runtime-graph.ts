import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentRuntime, FileRunStore, type RunSetup, type Team } from '@agent-home/runtime-node';
import { referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import type { Bench } from '../measure.ts';
import { openPeer } from '../peers/peer-process.ts';
import { scriptedModels } from '../runtime/scripted-answers.ts';

/** A thousand consecutive nodes without work: here branching points, in the peer functions that return nothing. */
export const runtimeGraph: Bench = graphBench('runtime_graph', (name) => ({ name }));

/**
 * Like the bench above with an agent as a node, whose model responds at once: the agent is started and gets the results of the
 * nodes before it, and every step is in the log on disk before the next.
 */
export const runtimeGraphAgents: Bench = graphBench('runtime_graph_agents', (name) => ({
  name,
  agent: name,
}));

type Node = (name: string) => { name: string; agent?: string };

function graphBench(name: string, node: Node): Bench {
  return {
    name,
    unit: 'ms a node',
    floorName: 'LangGraph with MemorySaver',
    target: { atMost: 0.1 },
    pairs: { full: 5, short: 1 },
    async open({ short }) {
      const peer = await openPeer(new URL('../peers/langgraph-process.ts', import.meta.url));
      const folder = await mkdtemp(join(tmpdir(), 'agent-home-bench-'));
      const nodes = short ? 50 : 1_000;
      return {
        value: () => nodesOfOurs(join(folder, 'runs'), nodes, node),
        floor: () => peer.measure(nodes),
        close: async () => {
          await peer.close();
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
  };
}

const models = scriptedModels(() => ({ content: '{}', tool_calls: [] }));
const team: Team = {
  member: async (agent) => ({ order: createOrder(agent), providers: [], memory: undefined }),
};

async function nodesOfOurs(folder: string, count: number, node: Node): Promise<number> {
  const runtime = new AgentRuntime({ store: new FileRunStore(folder), models, providers: [], team });
  const names = Array.from({ length: count }, (_, index) => `node-${index}`);
  const graph = {
    entry: 'node-0',
    nodes: names.map(node),
    edges: names.map((from, index) => ({ from, to: names[index + 1] ?? 'END' })),
  };
  const order = createOrder('flow', { teamwork: { graph }, type: 'workflow' });
  const message = { text: 'Go through all of it.', origin: 'user', tainted: false };
  const started = performance.now();
  const { state } = await runtime.postMessage(order, message);
  const took = performance.now() - started;
  if (state.ended?.status !== 'answered' || state.graph?.visits.size !== count)
    throw new Error(`${state.graph?.visits.size} nodes: ${state.ended?.code} ${state.ended?.message}`);
  await rm(folder, { recursive: true });
  return took / count;
}

function createOrder(name: string, definition: Parameters<typeof referenceOrder>[0] = {}): RunSetup {
  const order = referenceOrder({
    name,
    limits: { maxTokens: 1_000_000_000, maxToolCalls: 100, timeoutMs: 600_000 },
    ...definition,
  });
  // The last node gets the results of the thousand before it.
  order.model.contextWindow = 1_000_000;
  return order;
}
