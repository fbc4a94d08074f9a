import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asJson, canonicalJson } from '@agent-home/protocol';
import { type DagNode, runDag } from '@agent-home/run-log';
import type { Asking } from '@agent-home/runtime-node';
import { describe, expect, test } from 'vitest';
import { openWorkshop } from './support/reference-home.ts';

const message = { text: 'go', origin: 'user', tainted: false };
const family = '👨‍👩‍👧';

const script = `
rules:
  - when: { count: { from: 3 } }
    answer: { text: 'Good. ${family.repeat(200)}', chunk: 7, chunkDelayMs: 1 }
  - when: { count: 2 }
    answer:
      thought: Now I write.
      calls: [{ tool: write_file, arguments: { path: made.txt, content: made } }]
  - when: { count: 1 }
    answer:
      text: More.
      calls:
        - { tool: nothing_like_it, arguments: {} }
        - { tool: read_file, raw: 'path is note.txt' }
        - { tool: read_file, arguments: { path: 7 } }
        - { tool: delete_file, arguments: { path: note.txt } }
  - when: { user: go }
    answer: { text: I look., calls: [{ tool: ReadFile, arguments: { path: note.txt } }] }
`;

const approving: Asking = {
  otherwise: 'fail',
  ask: async ({ question: { id, data } }) => ({
    ...{ questionId: id, argumentsSha256: data.arguments_sha256, word: 'approve', name: 'grace', reason: '' },
  }),
};

async function played(asking?: Asking) {
  const { runtime, order, check, project } = await openWorkshop(script);
  await writeFile(join(project, 'note.txt'), 'a note');
  const asked = order({}, { tools: { deny: ['delete_file'] } });
  asked.operator = { autoApprove: ['safe'], unlocked: [], approvalExpiresMs: 60_000 };
  asked.model.contextWindow = 100_000;
  asked.definition.observability.eventLevel = 'verbose';
  const { runId } = await runtime.postMessage(asked, message, asking ? { asking } : {});
  const { whole } = await check(runId);
  return { whole, dag: runDag(whole) };
}

const inputOf = ({ body }: DagNode) => body.input;

describe('a run as a graph', () => {
  test('every field of messages and tasks has the value of what happened, also where calls fail', async () => {
    const { dag } = await played(approving);
    const messages = dag.nodes.filter(({ type }) => type === 'agent_message');
    const tasks = dag.nodes.filter(({ type }) => type === 'task');
    expect(messages.map(({ body }) => body.output?.stop_reason)).toEqual([
      ...['tool_use', 'tool_use', 'tool_use', 'end_turn'],
    ]);
    expect(messages[0]).toMatchObject({
      status: 'finished',
      body: {
        output: {
          content: 'I look.',
          message: { role: 'assistant', tool_calls: [{ name: 'ReadFile' }] },
          tool_calls: [{ name: 'ReadFile', arguments: { path: 'note.txt' } }],
          ...{ model: 'small', provider: 'emulator' },
        },
      },
      metadata: {
        context_cost: {
          context_window_tokens: 100_000,
          limit_turns: 24,
          memory_dropped: false,
          decisions: [],
        },
        tool_loop: {
          tool_name_resolution: [
            { requested_name: 'ReadFile', resolved_name: 'read_file', method: 'normalized' },
          ],
        },
      },
    });
    expect(messages[1]?.body.output?.tool_calls).toMatchObject([
      { name: 'nothing_like_it', arguments: {} },
      { arguments: {}, arguments_parse_error: 'invalid_json', arguments_raw: 'path is note.txt' },
      { arguments: { path: 7 } },
      { arguments: { path: 'note.txt' } },
    ]);
    expect(messages[1]?.metadata.tool_loop).toMatchObject({
      invalid_schema_args: {
        count: 1,
        sample: [{ resolved_name: 'read_file', errors_summary: expect.stringContaining('path=') }],
      },
    });
    expect(tasks.map((task) => [inputOf(task).name_resolution, inputOf(task).source, task.status])).toEqual([
      ['normalized', 'native', 'finished'],
      ['unknown', 'invalid_args', 'failed'],
      ['exact', 'invalid_args', 'failed'],
      ['exact', 'invalid_args', 'failed'],
      [expect.any(String), expect.stringMatching(/policy|invalid_args/), 'failed'],
      ['exact', 'native', 'finished'],
    ]);
    expect(tasks[0]?.body.output).toEqual({
      result: {
        content: [{ type: 'text', text: expect.stringContaining('a note') }],
        error: false,
        metadata: expect.anything(),
      },
    });
    expect(tasks[1]?.body.output).toMatchObject({
      result: { error: true, metadata: { error: { code: 'unknown_tool' } } },
    });
    expect(tasks[5]?.metadata).toEqual({
      approval: { required: expect.any(Boolean), deny_effect: expect.any(String), reason: 'needs_approval' },
    });
  });

  test('what a message holds, read back, makes the next question byte for byte', async () => {
    const { whole, dag } = await played(approving);
    const prompts = whole.filter(({ type }) => type === 'context.built').map(({ data }) => data.prompt);
    const last = prompts.at(-1) as { messages: { role: string }[] };
    const said = dag.nodes.flatMap(({ body }) => (body.output?.message ? [body.output.message] : []));
    const read = last.messages.filter(({ role }) => role === 'assistant');
    expect(canonicalJson(asJson(read))).toBe(canonicalJson(asJson(said.slice(0, -1))));
  });

  test('a streamed answer is its increments joined, and its preview is cut between characters', async () => {
    const { dag } = await played(approving);
    const last = dag.nodes.at(-1);
    const content = String(last?.body.output?.content);
    expect(content).toBe(`Good. ${family.repeat(200)}`);
    expect(last?.events.map((event) => event.content).join('')).toBe(content);
    expect(last?.body.output_preview).toMatch(/^Good\. .*👧…$/u);
    expect([...(last?.body.output_preview ?? '')].length).toBeLessThanOrEqual(301);
  });

  test('a required approval is an edge of dependency, and nothing runs behind one that was refused', async () => {
    const { dag } = await played({
      otherwise: 'fail',
      ask: async ({ question: { id, data } }) => ({
        ...{
          questionId: id,
          argumentsSha256: data.arguments_sha256,
          word: 'deny',
          name: 'grace',
          reason: '',
        },
      }),
    });
    const gate = dag.nodes.find(({ metadata }) => metadata.approval !== undefined);
    const { required } = (gate?.metadata.approval ?? {}) as { required?: boolean };
    expect(required).toBeTypeOf('boolean');
    expect(gate?.status).toBe('failed');
    const after = dag.edges.filter(({ from }) => from === gate?.id);
    expect(after.map(({ kind }) => kind)).toEqual(required ? [] : ['sequence']);
    const approved = await played(approving);
    const passed = approved.dag.nodes.find(({ metadata }) => metadata.approval !== undefined);
    expect(approved.dag.edges.find(({ from }) => from === passed?.id)?.kind).toBe(
      required ? 'dependency' : 'sequence',
    );
  });
});
