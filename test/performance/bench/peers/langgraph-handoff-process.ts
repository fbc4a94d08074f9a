import { Annotation, Command, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { z } from 'zod';
import { percentile } from '../measure.ts';
import { servePeer } from './peer-process.ts';

/**
 * Measures a handoff with a checked payload in LangGraph, from the response that hands over until the other agent's first model
 * request. Each step is a checkpoint in memory.
 */
const payload = z.object({ reason: z.string(), context: z.object({ file: z.string(), line: z.number() }) });
const passedOn = { reason: 'This is about billing.', context: { file: 'invoices/2026.md', line: 12 } };
let answeredAt = 0;
let hop = 0;

const state = Annotation.Root({
  messages: Annotation<string[]>({ reducer: (before, more) => [...before, ...more], default: () => [] }),
  handedOver: Annotation<z.infer<typeof payload>>,
});
const graph = new StateGraph(state)
  .addNode(
    'first',
    () => {
      const call = JSON.stringify(passedOn);
      answeredAt = performance.now();
      return new Command({ goto: 'second', update: { handedOver: payload.parse(JSON.parse(call)) } });
    },
    { ends: ['second'] },
  )
  .addNode('second', ({ handedOver }) => {
    hop = performance.now() - answeredAt;
    return { messages: [`It is line ${handedOver.context.line}.`] };
  })
  .addEdge(START, 'first')
  .addEdge('second', END)
  .compile({ checkpointer: new MemorySaver() });

servePeer(async (count) => {
  const hops: number[] = [];
  for (let run = 0; run < count; run++) {
    hop = Number.NaN;
    const config = { configurable: { thread_id: `${performance.now()}-${run}` } };
    const { messages } = await graph.invoke({ messages: ['Which line is it?'] }, config);
    if (messages.at(-1) !== 'It is line 12.') throw new Error(`it returned ${messages.join()}`);
    hops.push(hop);
  }
  return percentile(hops, 0.95);
});
