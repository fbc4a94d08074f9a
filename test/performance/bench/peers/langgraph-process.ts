import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { servePeer } from './peer-process.ts';

/** Measures consecutive nodes without work in LangGraph, each with a checkpoint in memory, in milliseconds per node. */
const state = Annotation.Root({ visited: Annotation<number> });

servePeer(async (count) => {
  const checkpointer = new MemorySaver();
  const graph = getChain(count).compile({ checkpointer });
  const config = { configurable: { thread_id: 'thread' }, recursionLimit: count + 10 };
  const started = performance.now();
  const { visited } = await graph.invoke({ visited: 0 }, config);
  const took = performance.now() - started;
  const checkpoints = Object.keys(checkpointer.storage.thread?.[''] ?? {}).length;
  if (visited !== 0 || checkpoints < count) throw new Error(`${checkpoints} checkpoints`);
  return took / count;
});

function getChain(count: number) {
  const names = Array.from({ length: count }, (_, index) => `node-${index}`);
  const graph = new StateGraph(state) as StateGraph<
    typeof state.spec,
    typeof state.State,
    typeof state.Update,
    string
  >;
  for (const name of names) graph.addNode(name, () => ({}));
  [START, ...names].forEach((name, index) => void graph.addEdge(name, names[index] ?? END));
  return graph;
}
