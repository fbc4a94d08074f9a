import type { Row } from '../row-schema.ts';

/** Graphs and memory, compared with LangGraph. */
export const graphRows: Row[] = [
  {
    id: 'graph',
    guide: 'graphs.md',
    task: 'Connect agents in a graph with branches',
    product: 'langgraph',
    place: 'graphs',
    given: 'the agents: there functions of nodes.ts, here files; here a trusted project',
    there: [
      {
        kind: 'write',
        file: 'triage.ts',
        text: `import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { bug, classify, question } from './nodes.ts';

const State = Annotation.Root({ text: Annotation(), kind: Annotation(), answer: Annotation() });
const graph = new StateGraph(State)
  .addNode('classify', classify)
  .addNode('bug', bug)
  .addNode('question', question)
  .addEdge(START, 'classify')
  .addConditionalEdges('classify', ({ kind }) => kind, ['bug', 'question'])
  .addEdge('bug', END)
  .addEdge('question', END)
  .compile();
const { answer } = await graph.invoke({ text: 'It crashes.' });
console.log(answer);
`,
      },
      { kind: 'type', text: 'npx tsx triage.ts' },
    ],
    here: [
      {
        kind: 'write',
        file: 'agents/triage.md',
        text: `---
kind: agent
name: triage
title: Triage
type: workflow
graph:
  entry: classify
  nodes:
    - { name: classify, agent: classify }
    - { name: bug, agent: bug-fixer }
    - { name: question, agent: answerer }
  edges:
    - { from: classify, to: bug, condition: kind == 'bug' }
    - { from: classify, to: question, condition: kind == 'question' }
---
The nodes do it.
`,
      },
      {
        kind: 'type',
        text: "agent-home ask 'It crashes.' --agent triage",
        shows: ['classify', 'bug', 'The crash is fixed.', '✔ answered'],
      },
    ],
  },
  {
    id: 'approval',
    guide: 'graphs.md#run-a-workflow',
    task: 'Let a person decide in the graph, and resume later',
    product: 'langgraph',
    place: 'graphs',
    given: 'the graph',
    there: [
      {
        kind: 'add',
        file: 'triage.ts',
        text: `import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
  .addNode('leave', () => ({ approved: interrupt('May this be fixed?') }))
  .addEdge('classify', 'leave')
  .addConditionalEdges('leave', ({ approved }) => (approved ? 'bug' : END), ['bug', END])
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: 'one' } };
await graph.invoke({ text: 'It crashes.' }, config);
const { answer } = await graph.invoke(new Command({ resume: true }), config);
`,
      },
      { kind: 'type', text: 'npx tsx triage.ts' },
    ],
    here: [
      {
        kind: 'add',
        file: 'agents/triage.md',
        after: '    - { name: bug,',
        text: '    - { name: leave, approve: May this be fixed? }\n',
      },
      {
        kind: 'add',
        file: 'agents/triage.md',
        after: '  edges:',
        text: `    - { from: classify, to: leave, condition: kind == 'bug' }
    - { from: leave, to: bug, condition: leave.approved }
`,
      },
      {
        kind: 'type',
        text: "agent-home ask 'It crashes.' --agent triage",
        shows: ['May this be fixed?'],
      },
      { kind: 'choose', text: 'Enter', shows: ['agent-home runs resume run_'] },
      { kind: 'type', text: 'agent-home runs resume latest', shows: ['May this be fixed?'] },
      { kind: 'choose', text: 'y', shows: ['The crash is fixed.', '✔ answered'] },
    ],
  },
  {
    id: 'fork',
    guide: 'graphs.md#resume-and-fork-a-run',
    task: 'Try again from the middle of a run',
    product: 'langgraph',
    place: 'graphs',
    given: 'a run of the graph',
    there: [
      {
        kind: 'add',
        file: 'triage.ts',
        text: `const states = await Array.fromAsync(graph.getStateHistory(config));
const before = states.find(({ next }) => next.includes('bug'));
const fork = await graph.updateState(before.config, { kind: 'bug' });
console.log((await graph.invoke(null, fork)).answer);
`,
      },
      { kind: 'type', text: 'npx tsx triage.ts' },
    ],
    here: [
      {
        kind: 'type',
        text: 'agent-home runs fork latest --from bug',
        shows: ['The crash is fixed.', '✔ answered'],
      },
    ],
  },
  {
    id: 'memory',
    guide: '../agents-on-the-command-line.md#memory',
    task: 'Let it remember a fact, and use it in another session',
    product: 'langgraph',
    place: 'graphs',
    given: 'there the graph, here an agent',
    there: [
      {
        kind: 'add',
        file: 'triage.ts',
        text: `import { InMemoryStore } from '@langchain/langgraph';
const store = new InMemoryStore();
  .compile({ store });
await config.store.put(['facts'], 'door', { text: 'The door is green.' });
const found = await config.store.search(['facts'], { query: 'door' });
`,
      },
      { kind: 'type', text: 'npx tsx triage.ts' },
    ],
    here: [
      {
        kind: 'add',
        file: 'agents/answerer.md',
        after: 'title: ',
        text: `memory:
  long_term: { backend: filesystem }
`,
      },
      {
        kind: 'type',
        text: "agent-home ask 'Remember that the door is green.' --agent answerer",
        shows: ['✔ store_memory', 'Remembered.'],
      },
      {
        kind: 'type',
        text: "agent-home ask 'Which colour has the door?' --agent answerer --new",
        shows: ['✔ recall', 'It is green.'],
      },
    ],
    note: 'there the store forgets with the process, unless it is a database',
  },
];
