import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import type { RunSetup } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { dieAtEveryWrite } from './support/die-at-every-write.ts';
import { MeetingTools } from './support/meeting-tools.ts';
import { openTeam } from './support/open-team.ts';

const message = { text: 'Check the release.', origin: 'user', tainted: false };

/** Returns the definition of a workflow with one node before END. */
const workflow = (node: object, deny: string[] = []) => ({
  definition: {
    type: 'workflow' as const,
    tools: { deny },
    teamwork: {
      graph: {
        entry: 'work',
        nodes: [{ name: 'work', ...node }],
        edges: [{ from: 'work', to: 'END' }],
      },
    },
  },
  changes: { subagents: [] } satisfies Partial<RunSetup>,
});

const parallel = [
  { name: 'one', agent: 'first' },
  { name: 'two', agent: 'second' },
];

const outputOf = (records: readonly RunRecord[]) =>
  records.find(({ type }) => type === 'graph.node_ended')?.data.output;

const runsOf = (records: readonly RunRecord[]) =>
  records.flatMap(({ type, data }) =>
    type === 'graph.branches_ended' ? (data.results as { run_id: string }[]).map(({ run_id }) => run_id) : [],
  );

test('parallel branches end in any order and replay equally', async () => {
  const { runtime, order, check, store } = await openTeam(
    `  - when: { system: You are first, after: { tool: meet } }
    answer: { calls: [{ tool: read_file, arguments: { path: absent } }] }
  - when: { system: You are first, after: { tool: read_file } }
    answer: '{"ok": true}'
  - when: { system: You are second, after: { tool: meet } }
    answer: I am the second.
  - when: { system: You are first }
    answer: { calls: [{ tool: meet, arguments: {} }] }
  - when: { system: You are second }
    answer: { calls: [{ tool: meet, arguments: {} }] }
`,
    { flow: workflow({ parallel }), first: {}, second: {} },
    new MeetingTools(2),
  );
  const { runId, state } = await runtime.postMessage(order('flow'), message);
  expect(state.ended).toMatchObject({
    status: 'answered',
    answer: '{"one":{"ok":true},"two":"I am the second."}',
  });
  const { whole } = await check(runId);
  expect(outputOf(whole)).toEqual({ one: { ok: true }, two: 'I am the second.' });
  for (const run of runsOf(whole))
    expect((await check(run)).whole[0]?.data.parent).toMatchObject({ run_id: runId });
  expect(await store.list()).toHaveLength(3);
});

test('a subgraph is the work of a node', async () => {
  const { runtime, order, check } = await openTeam(
    `  - when: { system: You are first, after: { tool: write_file } }
    answer: It was denied.
  - when: { system: You are first }
    answer: { calls: [{ tool: write_file, arguments: { path: a.txt, content: a } }] }
`,
    {
      flow: workflow({ subgraph: 'inner' }, ['write_file']),
      inner: workflow({ agent: 'first' }),
      first: {},
    },
  );
  const { runId, state } = await runtime.postMessage(order('flow'), message);
  expect(state.ended).toMatchObject({ status: 'answered', answer: 'It was denied.' });
  const { whole } = await check(runId);
  const below = await check(runsOf(whole)[0] ?? '');
  const decision = below.whole.find(
    ({ type, data }) => type === 'policy.decided' && data.action === 'tool.call',
  );
  expect(decision?.data).toMatchObject({ effect: 'deny', rules: [{ agent: 'flow' }] });
});

test('a resumed workflow continues its branches', async () => {
  const script = `  - when: { system: You are first, after: { tool: home__say } }
    answer: The first has said it.
  - when: { system: You are second, after: { tool: home__say } }
    answer: The second has said it.
  - when: { system: You are first }
    answer: { calls: [{ tool: home__say, arguments: { text: first } }] }
  - when: { system: You are second }
    answer: { calls: [{ tool: home__say, arguments: { text: second } }] }
`;
  const tools = { definition: { tools: { allow: ['home.say'], deny: [] } } };
  const { folder, order, emulator } = await openTeam(script, {
    flow: workflow({ parallel }),
    first: tools,
    second: tools,
  });
  const deaths = await dieAtEveryWrite(
    { folder, order, modelUrl: emulator.url },
    { agent: 'flow', message },
    {
      answer: '{"one":"The first has said it.","two":"The second has said it."}',
      said: ['first', 'second'],
      runs: 3,
    },
  );
  expect(deaths).toBeGreaterThan(10);
});
