import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPolicy, getCall, getData, getRead, playRepair, says, wants } from '../testing/repair-play.ts';

describe('names', () => {
  test('a model repairs an unknown name to a shown one', () => {
    const played = playRepair({
      answers: [
        wants('open_document'),
        says([{ tool_call_id: 'call_1_0', name: 'read_file' }]),
        { content: 'over' },
      ],
    });
    expect(getCall(played)).toMatchObject({
      requested_name: 'open_document',
      name: 'read_file',
      name_resolution: 'repaired',
      source: 'native',
    });
    expect(getData(played, 'call.names_repaired')).toEqual([
      {
        attempts: 1,
        candidates_total: 1,
        candidates_sent: 1,
        repaired: 1,
        failed: 0,
        skipped: 0,
        model: 'mender',
        visible_tools_total: 2,
        visible_tools_sent: 2,
        visible_tools_truncated: false,
        repairs_sample: [
          {
            tool_call_id: 'call_1_0',
            requested_name: 'open_document',
            repaired_name: 'read_file',
            reason: 'tool_not_in_profile',
          },
        ],
        failures_sample: [],
      },
    ]);
    expect(played.invoked).toEqual(['read_file']);
    expect(getRead(played)).toMatch(/corrected before it was made\. It used the tool read_file/);
    expect(played.requests[1]).toMatchObject({ model: 'mender', tools: [] });
    // A tool that the agent may not call is not named.
    expect(JSON.stringify(played.requests[1])).not.toContain('bash');
  });

  test('accepts no repair to an unlisted tool in ten thousand', () => {
    const visible = new Set(['read_file', 'write_file']);
    const name = fc.oneof(
      fc.constantFrom('bash', 'Bash', 'cat', 'READ_FILE', 'read-file', ' read_file', 'read_file\u0000'),
      fc.constantFrom('read_file ', 'readFile', 'write_fıle', '__proto__', 'constructor', '', 'home.say'),
      fc.string({ maxLength: 20 }).filter((other) => !visible.has(other)),
      fc.constantFrom<unknown>(null, 7, ['read_file'], { name: 'read_file' }, true),
    );
    const id = fc.constantFrom('call_1_0', 'call_1_0', 'call_1_1', 'call_2_0', '', 'CALL_1_0');
    const content = fc.oneof(
      { weight: 6, arbitrary: fc.record({ id, name }).map((each) => answer([[each.id, each.name]])) },
      // Two repairs of one call contradict each other, although one of them could be right.
      name.map((other) =>
        answer([
          ['call_1_0', 'read_file'],
          ['call_1_0', other],
        ]),
      ),
      fc.constantFrom('call_1_1', 'call_2_0', '').map((other) => answer([[other, 'read_file']])),
      fc.constantFrom(
        'read_file',
        '{"name":"read_file"}',
        '{"repairs":{"call_1_0":"read_file"}}',
        '{"repairs":[{"tool_call_id":"call_1_0","name":"read_file"}]',
        '[{"tool_call_id":"call_1_0","name":"read_file"}]',
        'I mean {"repairs":[{"tool_call_id":"call_1_0","name":"read_file"}]}',
        '{"repairs":[{"tool_call_id":"call_1_0","name":"bash","name":"read_file"}]}',
      ),
    );
    let tried = 0;
    fc.assert(
      fc.property(content, (said) => {
        tried++;
        const played = playRepair({
          answers: [wants('frobnicate'), { content: said }, { content: 'over' }],
          judged: tried % 100 === 0,
        });
        expect([played.invoked, getCall(played).name_resolution]).toEqual([[], 'unknown']);
        expect(getData(played, 'call.names_repaired')).toMatchObject([{ repaired: 0, failed: 1 }]);
        expect(getRead(played)).toMatch(/unknown_tool/);
      }),
      { numRuns: 10_000 },
    );
    expect(tried).toBe(10_000);
  });

  test('a policy can deny a repaired name', () => {
    const deny = { effect: 'deny', action: 'tool.call', selector: { tool: 'write_file' } };
    const others = { effect: 'allow', action: 'tool.call', selector: { tool: '*' } };
    const models = { effect: 'allow', action: 'model.use' };
    const played = playRepair({
      answers: [wants('save'), says([{ tool_call_id: 'call_1_0', name: 'write_file' }]), { content: 'over' }],
      started: { policies: [createPolicy(deny, others, models)] },
    });
    expect([getCall(played).name, played.invoked]).toEqual(['write_file', []]);
    expect(getRead(played)).toMatch(/denied_by_policy/);
  });
});

function answer(repairs: [string, unknown][]): string {
  return JSON.stringify({ repairs: repairs.map(([tool_call_id, name]) => ({ tool_call_id, name })) });
}
