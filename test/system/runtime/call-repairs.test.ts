import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PinnedRepair, runDag } from '@agent-home/agent-runtime/run-log';
import { expect, test } from 'vitest';
import { openWorkshop } from './support/reference-home.ts';

const repair: PinnedRepair = {
  names: true,
  arguments: true,
  unfit: false,
  provider: 'emulator',
  model: 'mender',
  context_window: 8_192,
  max_candidates: 8,
  max_schema_bytes: 8_000,
  max_tools: 200,
  max_attempts: 1,
};

/** An agent with typical model errors, and a model that repairs its calls. */
const script = `
rules:
  - when: { model: mender, system: 'names that do not exist' }
    answer: |
      \`\`\`json
      {"repairs":[{"tool_call_id":"call_1_0","name":"read_file"},{"tool_call_id":"call_1_2","name":"launch_rockets"}]}
      \`\`\`
  - when: { model: mender }
    answer: '{"repairs":[{"tool_call_id":"call_1_1","arguments":{"path":"new.txt","content":"said \\"so\\""}}]}'
  - when: { count: { from: 1 } }
    answer: done
  - when: { user: go }
    answer:
      text: I look.
      calls:
        - { tool: open_document, arguments: { path: note.txt } }
        - { tool: write_file, raw: '{"path": "new.txt", "content": "said "so""}' }
        - { tool: frobnicate, arguments: {} }
`;

async function play(stream: boolean) {
  const workshop = await openWorkshop(script, { stream });
  await writeFile(join(workshop.project, 'note.txt'), 'a note');
  const message = { text: 'go', origin: 'user', tainted: false };
  const { runId, state } = await workshop.runtime.postMessage(workshop.order({ repair }), message);
  const { whole } = await workshop.check(runId);
  return { state, whole, dag: runDag(whole) };
}

test('the graph shows repairs without the repair model’s words', async () => {
  for (const stream of [true, false]) {
    const { dag, whole, state } = await play(stream);
    expect(state.ended?.answer).toBe('done');
    const [first, ...rest] = dag.nodes;
    expect(first?.metadata.tool_loop).toEqual({
      tool_name_repair: {
        attempts: 1,
        candidates_total: 2,
        candidates_sent: 2,
        repaired: 1,
        failed: 1,
        skipped: 0,
        model: 'mender',
        visible_tools_total: state.offered.length,
        visible_tools_sent: state.offered.length,
        visible_tools_truncated: false,
        repairs_sample: [
          {
            tool_call_id: 'call_1_0',
            requested_name: 'open_document',
            repaired_name: 'read_file',
            reason: 'tool_not_in_profile',
          },
        ],
        failures_sample: [{ tool_call_id: 'call_1_2', reason: 'name_not_in_visible_tools' }],
      },
      repair: {
        attempts: 1,
        candidates: 1,
        candidates_total: 1,
        candidates_sent: 1,
        repaired: 1,
        failed: 0,
        skipped: 0,
        failures_sample: [],
        model: 'mender',
        max_schema_bytes: 8_000,
        schema_truncated_candidates: 0,
      },
    });
    expect(rest.map(({ type, body: { input } }) => [type, input.name, input.name_resolution])).toEqual([
      ['task', 'read_file', 'repaired'],
      ['task', 'write_file', 'exact'],
      ['task', '', 'unknown'],
      ['agent_message', undefined, undefined],
    ]);
    expect(rest[1]?.body.input.arguments).toEqual({ path: 'new.txt', content: 'said "so"' });
    expect(first?.body.output?.tool_calls).toMatchObject([
      { name: 'open_document' },
      { arguments: { path: 'new.txt' }, arguments_parse_error: 'invalid_json' },
      {},
    ]);
    const streamed = whole.filter(({ type }) => type === 'model.delta').map(({ data }) => data.content);
    expect(streamed.join('')).not.toContain('repairs');
  }
});
