import { expect, test } from 'vitest';
import { Agent, type GraphOptions, run } from './index.ts';
import { collect, openProject, openStudio } from './testing/studio.ts';

const text = `
rules:
  - when: { system: You check }
    answer: '{"found": true, "files": ["a.ts", "b.ts"]}'
  - when: { system: You style }
    answer: '{"files": ["c.ts"]}'
  - when: { system: You mend }
    answer: 'Mended {{user|line|first:40}}'
  - when: { system: You end }
    answer: Released.
  - answer: Nothing.
`;

async function openGraph() {
  const studio = await openStudio({ text });
  const { createAgent } = studio;
  const named = (name: string, instructions: string) => createAgent({ name, instructions });
  const [checker, styler, mender, ender] = [
    named('checker', 'You check.'),
    named('styler', 'You style.'),
    named('mender', 'You mend.'),
    named('ender', 'You end.'),
  ];
  const release = createAgent({
    name: 'release',
    instructions: 'The nodes do it.',
    graph: { entry: 'last', nodes: [{ name: 'last', agent: ender }], edges: [{ from: 'last', to: 'END' }] },
  });
  const graph: GraphOptions = {
    entry: 'checks',
    nodes: [
      {
        name: 'checks',
        parallel: [
          { name: 'code', agent: checker },
          { name: 'style', agent: styler },
        ],
        reduce: { files: 'append' },
      },
      { name: 'leave', approve: 'May these be mended?' },
      { name: 'fixes', agent: mender, map: 'files' },
      { name: 'release', subgraph: release },
    ],
    edges: [
      { from: 'checks', to: 'leave', condition: 'checks.code.found' },
      { from: 'leave', to: 'fixes', condition: 'leave.approved' },
      { from: 'fixes', to: 'release' },
      { from: 'release', to: 'END' },
    ],
  };
  return {
    ...studio,
    graph,
    workflow: createAgent({ name: 'mending', instructions: 'The nodes do it.', graph }),
  };
}

test('a graph of a program runs its agents, branches and questions', async () => {
  const { workflow, store } = await openGraph();
  const asked: object[] = [];
  const result = await run(workflow, 'Look at it.', {
    onApproval({ tool, node, arguments: args }) {
      asked.push({ tool, node, question: args.question });
      return 'allow';
    },
  });
  expect(result).toMatchObject({ status: 'answered', output: 'Released.' });
  expect(asked).toEqual([{ tool: 'person', node: 'leave', question: 'May these be mended?' }]);
  // The workflow, two branches, three items and the other workflow.
  expect(await store.list()).toHaveLength(7);
  const denied = await run(workflow, 'Look at it.', { onApproval: () => 'deny' });
  expect(denied).toMatchObject({ status: 'answered' });
  expect(denied.output).not.toContain('Released');
  // Patterns are for calls: no pattern answers the question of a node.
  const without = await run(workflow, 'Look at it.', { allow: ['person'] });
  expect(without).toMatchObject({ status: 'failed', code: 'approval_unavailable' });
});

test('a graph with an unknown node or condition is rejected', async () => {
  const { createAgent, graph } = await openGraph();
  const create = (changed: GraphOptions) => () =>
    createAgent({ instructions: 'The nodes do it.', graph: changed });
  for (const changed of [
    { ...graph, entry: 'nowhere' },
    { ...graph, edges: [...graph.edges, { from: 'leave', to: 'END', condition: '1 =' }] },
    { ...graph, nodes: [...graph.nodes, { name: 'checks' }] },
  ])
    expect(create(changed)).toThrow(expect.objectContaining({ code: 'invalid_agent' }));
});

const fileOf = (name: string, prompt: string, ...lines: string[]) =>
  ['---', 'kind: agent', `name: ${name}`, `title: ${name}`, 'model: words', ...lines, '---', prompt].join(
    '\n',
  );

const teamText = `
rules:
  - when: { system: You help, after: { tool: delegate } }
    answer: 'They said: {{result}}'
  - when: { system: You write, after: { tool: read_file } }
    answer: 'It says {{result}}'
  - when: { system: You write, user: fetch, tools: read_file }
    answer: { calls: [{ tool: read_file, arguments: { path: notes.txt } }] }
  - when: { system: You help, user: fetch }
    answer: { calls: [{ tool: handoff_to_writer, arguments: { reason: fetch the notes } }] }
  - when: { system: You help, user: pass }
    answer: { calls: [{ tool: handoff_to_writer, arguments: { reason: it is about words } }] }
  - when: { system: You help }
    answer: { calls: [{ tool: delegate, arguments: { tasks: [{ agent: writer, task: Write. }] } }] }
  - when: { system: You write }
    answer: Written.
`;

test('agents of files delegate, hand over and form graphs', async () => {
  const team = ['handoffs: [{ to: writer }]', 'subagents: ["*"]'];
  const { open, trust, write, project, store } = await openProject(team, teamText);
  await write('writer.md', fileOf('writer', 'You write.'));
  const nodes = [
    'graph: { entry: one, nodes: [{ name: one, agent: writer }], edges: [{ from: one, to: END }] }',
  ];
  await write('flow.md', fileOf('flow', 'The nodes do it.', 'type: workflow', ...nodes));
  trust();
  const robin = open();
  expect((await run(robin, 'Do it.')).output).toContain('Written.');
  expect((await run(robin, 'pass it on')).output).toBe('Written.');
  const flow = Agent.fromFile(`${project}/agents/flow.md`, { project });
  const handle = run(flow, 'Do it.');
  expect((await collect(handle)).at(-1)).toMatchObject({ type: 'ended', result: { output: 'Written.' } });
  expect(await store.list()).toHaveLength(4);
  // The files as they were when the agent was opened.
  await write('writer.md', fileOf('writer', 'You sing.'));
  expect((await run(robin, 'pass it on')).output).toBe('Written.');
  expect((await run(open(), 'pass it on')).output).not.toBe('Written.');
});

test('agents of files and of the program work together', async () => {
  const { open, trust, write, createAgent, project } = await openProject([], teamText);
  await write('writer.md', fileOf('writer', 'You write.'));
  await write('../notes.txt', 'notes of the project');
  trust();
  const writer = Agent.fromFile(`${project}/agents/writer.md`, { project });
  const lead = createAgent({ name: 'lead', model: 'words', subagents: [writer] });
  expect((await run(lead, 'Do it.')).output).toContain('Written.');
  const handing = createAgent({ name: 'lead', model: 'words', handoffs: [writer] });
  expect((await run(handing, 'pass it on')).output).toBe('Written.');
  // A writer from a file has the built-in tools of the project, those of an agent of a program are named.
  expect((await run(handing, 'fetch it')).output).toContain('notes of the project');
  // A file may name the agent of another file, so no agent of the program has its name.
  const same = createAgent({ name: 'robin', model: 'words', subagents: [writer] });
  await expect(run(same, 'Do it.')).rejects.toMatchObject({ code: 'invalid_agent' });
  expect(open().name).toBe('robin');
});
