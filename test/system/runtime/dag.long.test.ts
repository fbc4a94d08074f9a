import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DagNode, messageOfOutput, runDag } from '@agent-home/agent-runtime/run-log';
import type { RunSetup } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { people } from './support/answers.ts';
import { openWorkshop } from './support/reference-home.ts';

interface Ordered {
  script: string;
  models?: Parameters<typeof openWorkshop>[1];
  order?: Partial<RunSetup>;
  deny?: string[];
  text?: string;
}

/** Runs real parts and returns the run's graph. */
async function toDag({ script, models, order = {}, deny = [], text = 'go' }: Ordered) {
  const workshop = await openWorkshop(script, models);
  await writeFile(join(workshop.project, 'note.txt'), 'a note');
  const asked = workshop.order(order, { tools: { deny } });
  const { runId, state } = await workshop.runtime.postMessage(asked, {
    text,
    origin: 'user',
    tainted: false,
  });
  const { whole } = await workshop.check(runId);
  const dag = runDag(whole);
  const nodes = (type: DagNode['type']) => dag.nodes.filter((node) => node.type === type);
  return { dag, records: whole, state, messages: nodes('agent_message'), tasks: nodes('task') };
}

const calling = (calls: string, more = '') => `
rules:
  - when: { count: { from: 1 } }
    answer: done
  - when: { user: go }
    answer: { text: 'I look.', calls: [${calls}]${more} }
`;

test('each field of a message and task has its node', async () => {
  const script = calling('{ tool: readFile, arguments: { path: note.txt } }');
  const { dag, messages, tasks, records, state } = await toDag({ script });
  const [first, second] = messages;
  const [task] = tasks;
  if (!first?.body.output || !second || !task) throw new Error('nodes are missing');
  const call = { id: 'call_1_0', name: 'readFile', arguments: { path: 'note.txt' } };
  expect(first).toMatchObject({ round: 1, state: 'finished', streamed_output: true });
  expect(first.body.input).toMatchObject({ text: 'go', provider: 'emulator', model: 'small' });
  expect(first.body.output).toMatchObject({
    content: 'I look.',
    message: { role: 'assistant', content: 'I look.', tool_calls: [call] },
    tool_calls: [call],
    stop_reason: 'tool_use',
    model: 'small',
    provider: 'emulator',
  });
  expect(Object.keys(first.body.output).sort()).toEqual(
    ['content', 'message', 'model', 'provider', 'stop_reason', 'tool_calls'].sort(),
  );
  expect(first.metadata).toEqual({
    context_cost: records.find(({ type }) => type === 'context.built')?.data.context_cost,
    tool_loop: {
      tool_name_resolution: [
        {
          tool_call_id: 'call_1_0',
          requested_name: 'readFile',
          resolved_name: 'read_file',
          method: 'normalized',
        },
      ],
    },
  });
  expect(task.body.input).toEqual({
    tool_call_id: 'call_1_0',
    requested_name: 'readFile',
    name: 'read_file',
    name_resolution: 'normalized',
    arguments: { path: 'note.txt' },
    arguments_summary: '{"path":"note.txt"}',
    source: 'native',
  });
  const content = [{ type: 'text', text: 'a note' }];
  expect(task.body.output).toEqual({ result: { content, error: false, metadata: expect.any(Object) } });
  expect([task.state, task.body.output_preview, task.metadata]).toEqual(['finished', 'a note', {}]);
  expect(second.body.output).toMatchObject({ content: 'done', tool_calls: [], stop_reason: 'end_turn' });
  expect(second.body.input).not.toHaveProperty('text');
  expect(dag.edges).toEqual([
    { from: first.id, to: task.id, type: 'sequence' },
    { from: task.id, to: second.id, type: 'sequence' },
  ]);
  // Read back, it equals the message that the model received in the next request.
  expect(messageOfOutput(first.body.output)).toEqual(state.transcript[1]);
});

test('nodes of impossible calls give the reason', async () => {
  const calls = [
    '{ tool: write_file, raw: "{\\"path\\": \\"a" }',
    '{ tool: read_file, arguments: { pfad: note.txt } }',
    '{ tool: delete_file, arguments: { path: note.txt } }',
    '{ tool: nonsuch, arguments: {} }',
  ].join(', ');
  const { messages, tasks } = await toDag({ script: calling(calls), deny: ['delete_file'] });
  const [first] = messages;
  const broken = { arguments_parse_error: 'invalid_json', arguments_raw: '{"path": "a' };
  expect(first?.body.output?.tool_calls).toMatchObject([
    { id: 'call_1_0', name: 'write_file', arguments: {}, ...broken },
    { id: 'call_1_1' },
    { id: 'call_1_2' },
    { id: 'call_1_3' },
  ]);
  expect(first?.metadata.tool_loop).toEqual({
    invalid_schema_args: {
      count: 1,
      sample: [
        {
          tool_call_id: 'call_1_1',
          requested_name: 'read_file',
          resolved_name: 'read_file',
          errors_summary: 'missing_required path=path expected=present',
        },
      ],
    },
  });
  const facts = tasks.map(({ state, body: { input, output } }) => {
    const result = output?.result as { error: boolean; metadata: { error: { code: string } } } | undefined;
    return [state, input.name_resolution, input.source, result?.error, result?.metadata.error.code];
  });
  expect(facts).toEqual([
    ['failed', 'exact', 'invalid_args', true, 'invalid_json'],
    ['failed', 'exact', 'invalid_args', true, 'invalid_arguments'],
    ['failed', 'exact', 'policy', true, 'tool_denied'],
    ['failed', 'unknown', 'invalid_args', true, 'unknown_tool'],
  ]);
});

test('a failing model is replaced by its provider’s next one', async () => {
  for (const [fault, status] of [
    ['{ kind: error, status: 429, retryAfterSeconds: 0 }', 429],
    ['{ kind: error, status: 408 }', 408],
    ['{ kind: error, status: 503 }', 503],
    ['{ kind: error, status: 404 }', 404],
    ['{ kind: hang }', undefined],
  ] as const) {
    const script = `
rules:
  - when: { model: small }
    fault: ${fault}
    answer: never
  - when: { model: large }
    answer: done
`;
    const { messages, state } = await toDag({ script, models: { fallbacks: ['large'], timeoutMs: 400 } });
    const [node] = messages;
    const times = status === 404 ? 1 : 2;
    const failed = {
      model: 'small',
      ok: false,
      ...(status === undefined ? {} : { status }),
      error_class: expect.stringMatching(/./),
      error_message: expect.stringMatching(/./),
      elapsed_ms: expect.any(Number),
    };
    expect([fault, node?.metadata.llm]).toEqual([
      fault,
      {
        failover: {
          requested_model: 'small',
          used_model: 'large',
          attempts: [
            ...Array.from({ length: times }, () => failed),
            { model: 'large', ok: true, elapsed_ms: expect.any(Number) },
          ],
        },
      },
    ]);
    expect([node?.body.output?.model, state.ended?.answer]).toEqual(['large', 'done']);
  }
}, 30_000);

test('attempts end when all models fail or text was shown', async () => {
  const away = await toDag({
    script: 'rules: [{ fault: { kind: error, status: 500 }, answer: never }]',
    models: { fallbacks: ['large'] },
  });
  expect(away.messages[0]).toMatchObject({
    state: 'failed',
    body: { output: null },
    metadata: { llm: { failover: { requested_model: 'small', used_model: null } } },
  });
  const cut = await toDag({
    script:
      'rules: [{ fault: { kind: error, status: 500, afterChunks: 2 }, answer: { text: "one two three four", chunk: 4 } }]',
    models: { fallbacks: ['large'] },
  });
  const [node] = cut.messages;
  expect(node?.metadata).not.toHaveProperty('llm');
  expect([node?.state, node?.body.output]).toEqual(['failed', null]);
  // The text shown so far is kept.
  expect(node?.body.output_preview).toBe(node?.events.map(({ content }) => content).join(''));
  expect(node?.events.length).toBeGreaterThan(0);
});

test('a context that does not fit records its cost', async () => {
  const { dag, state } = await toDag({ script: calling(''), text: 'x'.repeat(40_000) });
  expect(state.ended?.code).toBe('context_window_exceeded');
  expect(dag.nodes).toMatchObject([
    {
      state: 'failed',
      body: { output: null, output_preview: '' },
      metadata: { context_cost: { context_window_tokens: 8_192, limit: 7_168, memory_dropped: false } },
    },
  ]);
});

test('an approval is in its task and binds later nodes', async () => {
  const calls =
    '{ tool: read_file, arguments: { path: note.txt } }, { tool: read_file, arguments: { path: b } }';
  for (const [approval, deny_effect, between] of [
    ['required', 'block', ['dependency']],
    ['optional', 'continue', []],
  ] as const) {
    const conditions = { approval };
    const rule = { effect: 'allow', action: 'tool.call', selector: { tool: 'read_file' }, conditions };
    const policies = [{ name: 'p', version: '1.0.0', sha256: 'c'.repeat(64), spec: { rules: [rule] } }];
    const { dag, tasks } = await toDag({ script: calling(calls), order: { ...people, policies } });
    const [gate, behind] = tasks;
    expect(gate?.metadata).toEqual({
      approval: { required: approval === 'required', deny_effect, reason: 'needs_approval' },
    });
    expect([gate?.state, gate?.body.output, gate?.body.input.source]).toEqual(['pending', null, 'native']);
    expect(behind?.metadata).toEqual({});
    const edges = dag.edges.filter(({ from, to }) => from === gate?.id && to === behind?.id);
    expect(edges.map(({ type }) => type)).toEqual(between);
  }
});

test('streamed pieces of an answer join to the unstreamed answer', async () => {
  const texts = ['plain', 'e\u0301\u{1f469}\u200d\u{1f680}漢字 '.repeat(30), 'a\n\n"\\\u0000b', ' spaces '];
  for (const text of texts)
    for (const chunk of [1, 2, 7]) {
      const script = `rules: [{ answer: { text: ${JSON.stringify(text)}, chunk: ${chunk} } }]`;
      const streamed = await toDag({ script });
      const whole = await toDag({ script, models: { stream: false } });
      const [node] = streamed.messages;
      expect(node?.events.map(({ content }) => content).join('')).toBe(text);
      expect(node?.body.output?.content).toBe(text);
      expect(whole.messages[0]?.body).toEqual(node?.body);
      expect([node?.streamed_output, whole.messages[0]?.streamed_output]).toEqual([true, false]);
      // Its preview grows with it.
      const soFar = streamed.records.findIndex(({ type }) => type === 'model.delta') + 1;
      const [growing] = runDag(streamed.records.slice(0, soFar)).nodes;
      expect([growing?.state, growing?.body.output]).toEqual(['pending', null]);
      expect(text.startsWith(growing?.body.output_preview ?? '?')).toBe(true);
    }
}, 60_000);
