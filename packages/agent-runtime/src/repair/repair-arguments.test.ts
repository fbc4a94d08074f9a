import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import type { Play } from '../testing/play-run.ts';
import { getCall, getData, getRead, playRepair, repair, says, wants } from '../testing/repair-play.ts';

describe('arguments', () => {
  const fixed = (args: unknown) => says([{ tool_call_id: 'call_1_0', arguments: args as JsonObject }]);

  test('a model repairs unreadable arguments before the decision', () => {
    const played = playRepair({
      answers: [wants('write_file', '{"text": one two}'), fixed({ text: 'one two' }), { content: 'over' }],
    });
    expect(getCall(played)).toMatchObject({
      arguments: { text: 'one two' },
      arguments_repaired: true,
      arguments_parse_error: 'invalid_json',
      arguments_raw: '{"text": one two}',
      source: 'native',
    });
    expect(getData(played, 'call.arguments_repaired')).toEqual([
      {
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
    ]);
    expect(played.invoked).toEqual(['write_file']);
    expect(getRead(played)).toMatch(/It used the arguments \{"text":"one two"\}/);
  });

  test('repairs invalid arguments only where enabled', () => {
    const unfit = wants('read_file', { txt: 'a' });
    const on = playRepair({ answers: [unfit, fixed({ text: 'a' }), { content: 'over' }] });
    expect([on.invoked, getCall(on).schema_errors]).toEqual([['read_file'], undefined]);
    const off = playRepair({
      answers: [unfit, { content: 'over' }],
      started: { repair: { ...repair, unfit: false } },
    });
    expect([off.invoked, getData(off, 'call.arguments_repaired')]).toEqual([[], []]);
    const inVain = playRepair({ answers: [unfit, fixed({ txt: 'b' }), { content: 'over' }] });
    expect([inVain.invoked, getCall(inVain).schema_errors?.[0]]).toEqual([
      [],
      'missing_required path=text expected=present',
    ]);
    expect(getData(inVain, 'call.arguments_repaired')).toMatchObject([
      { failed: 1, failures_sample: [{ tool_call_id: 'call_1_0', reason: 'unfit_repair' }] },
    ]);
  });

  test('reports an invalid repair with its reason', () => {
    const nested = JSON.parse(`${'{"a":'.repeat(34)}1${'}'.repeat(34)}`) as JsonObject;
    const cases: [Play['answers'][number], string][] = [
      [says([]), 'missing_repair'],
      [{ content: 'I cannot.' }, 'missing_repair'],
      [fixed('{"text":"a"}'), 'invalid_repair'],
      [fixed([{ text: 'a' }]), 'invalid_repair'],
      [fixed(null), 'invalid_repair'],
      [fixed({ text: 'a', deep: nested }), 'invalid_repair'],
      [fixed({ text: 7 }), 'unfit_repair'],
      [fixed({ text: 'vault://github' }), 'secret_added'],
      [fixed({ text: 'a', more: [{ key: 'x vault://github' }] }), 'secret_added'],
      [
        says([
          { tool_call_id: 'call_1_0', arguments: { text: 'a' } },
          { tool_call_id: 'call_1_0', arguments: { text: 'b' } },
        ]),
        'ambiguous_repair',
      ],
      [{ code: 'model_unavailable', message: 'away', attempts: [] }, 'model_failed'],
    ];
    for (const [said, reason] of cases) {
      const played = playRepair({ answers: [wants('write_file', '{"text":'), said, { content: 'over' }] });
      expect([reason, played.invoked, played.state.ended?.answer]).toEqual([reason, [], 'over']);
      const [told] = getData(played, 'call.arguments_repaired');
      expect(told).toMatchObject({ repaired: 0, failed: 1, failures_sample: [{ reason }] });
      expect(getRead(played)).toMatch(/invalid_json/);
    }
  });

  test('a repair may keep a handle that was written', () => {
    const played = playRepair({
      answers: [
        wants('write_file', "{text: 'vault://github'"),
        fixed({ text: 'vault://github' }),
        { content: 'over' },
      ],
    });
    expect(played.invoked).toEqual(['write_file']);
    // The beginning of a written name is another name.
    const shorter = playRepair({
      answers: [
        wants('write_file', "{text: 'vault://github'"),
        fixed({ text: 'vault://git' }),
        { content: 'over' },
      ],
    });
    expect(shorter.invoked).toEqual([]);
    expect(getData(shorter, 'call.arguments_repaired')).toMatchObject([
      { failures_sample: [{ reason: 'secret_added' }] },
    ]);
  });

  test('sends no truncated or too large call for repair', () => {
    const cut = { ...wants('write_file', '{"text":"on'), stop: 'max_tokens' };
    const long = wants('write_file', `{"text": ${'a'.repeat(20_000)}`);
    for (const wanted of [cut, long]) {
      const played = playRepair({ answers: [wanted, { content: 'over' }] });
      expect([played.invoked, played.requests.map(({ model }) => model)]).toEqual([[], ['small', 'small']]);
      expect(getData(played, 'call.arguments_repaired')).toMatchObject([
        { attempts: 0, candidates_total: 1, candidates_sent: 0, skipped: 1, failed: 0 },
      ]);
    }
  });

  test('limits repaired calls, schemas and attempts', () => {
    const calls = ['{a', '{b', '{c'].map((args) => ({ name: 'read_file', arguments: args }));
    const played = playRepair({
      answers: [
        { calls },
        says([{ tool_call_id: 'call_1_1', arguments: { text: 'b' } }]),
        says([{ tool_call_id: 'call_1_0', arguments: { text: 'a' } }]),
        { content: 'over' },
      ],
      started: { repair: { ...repair, max_candidates: 2, max_attempts: 3, max_schema_bytes: 10 } },
    });
    expect(getData(played, 'call.arguments_repaired')).toMatchObject([
      {
        attempts: 2,
        candidates_total: 3,
        candidates_sent: 2,
        repaired: 2,
        failed: 0,
        skipped: 1,
        max_schema_bytes: 10,
        schema_truncated_candidates: 2,
      },
    ]);
    expect(played.invoked).toEqual(['read_file', 'read_file']);
    expect(played.requests[2]?.messages[0]?.content).not.toContain('call_1_1');
  });

  test('repairs the name before the arguments', () => {
    const played = playRepair({
      answers: [
        wants('save', '{text: one'),
        says([{ tool_call_id: 'call_1_0', name: 'write_file' }]),
        fixed({ text: 'one' }),
        { content: 'over' },
      ],
    });
    expect(getCall(played)).toMatchObject({ name_resolution: 'repaired', arguments_repaired: true });
    expect(played.invoked).toEqual(['write_file']);
  });
});
