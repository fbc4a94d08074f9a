import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { argumentsSha256 } from '../ports/arguments-sha256.ts';
import { says, saysNothing } from '../testing/people.ts';
import { type Play, playRun } from '../testing/play-run.ts';

const hour = 3_600_000;
const operator = { auto_approve: [], unlocked: [], approval_expires_ms: hour };
const wants = (args: JsonObject = { path: 'a', text: 'one' }) => ({
  calls: [{ name: 'write_file', arguments: args }],
});
const tools: Play['tools'] = [
  { name: 'write_file', risk: 'low', side_effects: true, idempotent: false },
  { name: 'read_file' },
];
const policy = (...rules: JsonObject[]) => ({
  name: 'house',
  version: '1.0.0',
  sha256: 'd'.repeat(64),
  spec: { rules },
});
const allow = (conditions: JsonObject = {}, more: JsonObject = {}) => ({
  effect: 'allow',
  action: 'tool.call',
  selector: { tool: '*' },
  conditions,
  ...more,
});
const play = (changes: Partial<Play> & Pick<Play, 'answers'>) =>
  playRun({ tools, ...changes, started: { operator, ...changes.started } });
/** Returns the latest tool result that the model read. */
const read = (played: ReturnType<typeof playRun>) =>
  played.state.transcript.findLast(({ role }) => role === 'tool')?.content ?? '';
const getData = (played: ReturnType<typeof playRun>, type: string) =>
  played.records.filter((record) => record.type === type).map(({ data }) => data);

describe('a call that needs a person', () => {
  test('an approval request shows call, rules and expiry', () => {
    const played = play({ answers: [wants()] });
    const args = { path: 'a', text: 'one' };
    expect(played.state.waiting.for).toBe('approval');
    expect(played.invoked).toEqual([]);
    expect(getData(played, 'approval.requested')).toEqual([
      {
        approval_id: expect.stringMatching(/^ask_[0-9a-f]{32}$/),
        tool_call_id: 'call_1_0',
        tool: 'write_file',
        arguments: args,
        arguments_sha256: argumentsSha256(args),
        risk: 'low',
        rules: [{ layer: 'operator', rule: 'autoApprove', effect: 'confirm', approval: 'optional' }],
        tainted: false,
        required: false,
        deny_effect: 'continue',
        reason: 'needs_approval',
        expires_at: '2026-05-01T09:00:00.000Z',
      },
    ]);
  });

  test('invokes an approved call with the same bytes', () => {
    const seen: object[] = [];
    const odd = { path: 'a\u202eb', text: '\u0000"\\ü', n: 1.5, deep: [{ a: null }] };
    const played = play({
      answers: [wants(odd), { content: 'done' }],
      people: [says('approve')],
      outcome: ({ arguments: args }) => {
        seen.push(args);
        return { status: 'ok', content: [{ type: 'text', text: 'written' }], metadata: {} };
      },
    });
    expect(seen).toEqual([odd]);
    expect(argumentsSha256(seen[0] as JsonObject)).toBe(
      getData(played, 'approval.requested')[0]?.arguments_sha256,
    );
    const [, approved] = getData(played, 'policy.decided').filter(({ action }) => action === 'tool.call');
    const id = getData(played, 'approval.requested')[0]?.approval_id;
    expect(approved).toMatchObject({
      effect: 'allow',
      approval_id: id,
      rules: [{ layer: 'person', rule: id, effect: 'allow' }],
    });
    expect([played.state.ended?.status, read(played)]).toEqual(['answered', 'written']);
  });

  test('the model reads that there is no approver', () => {
    const played = play({
      answers: [wants(), { content: 'without it' }],
      started: { operator: { auto_approve: [], unlocked: [] } },
    });
    expect([played.state.ended?.answer, read(played)]).toEqual([
      'without it',
      expect.stringMatching('approval_unavailable'),
    ]);
  });
});

describe('a refusal', () => {
  test('a refused optional approval lets the model continue', () => {
    for (const policies of [[], [policy(allow({ approval: 'optional' }))]]) {
      const played = play({
        answers: [wants(), { content: 'without it' }],
        people: [says('deny', { reason: 'not on a Friday' })],
        started: { policies },
      });
      expect([played.state.ended?.answer, played.invoked]).toEqual(['without it', []]);
      expect(read(played)).toMatch(/\[approval_denied\].*not on a Friday/);
    }
  });

  test('a refused required approval ends the run', () => {
    const played = play({
      answers: [{ calls: [...wants().calls, { name: 'read_file', arguments: {} }] }],
      people: [says('deny')],
      started: { policies: [policy(allow({ approval: 'required' }))] },
    });
    expect(played.state.ended).toMatchObject({ status: 'failed', code: 'approval_denied' });
    expect(played.invoked).toEqual([]);
    expect(getData(played, 'approval.requested')[0]).toMatchObject({ required: true, deny_effect: 'block' });
  });

  test('the stricter of several approval rules wins', () => {
    const required = policy(allow({ approval: 'required' }));
    const optional = policy(allow({ approval: 'optional' }));
    for (const policies of [
      [required, optional],
      [optional, required],
      [policy(allow({ approval: 'optional' }), allow({ approval: 'required' }))],
    ]) {
      const played = play({ answers: [wants()], people: [says('deny')], started: { policies } });
      expect(played.state.ended?.code).toBe('approval_denied');
    }
  });

  test('an unanswered approval is denied at its deadline', () => {
    const optional = play({ answers: [wants(), { content: 'without it' }], people: [saysNothing] });
    expect([optional.state.ended?.answer, read(optional)]).toEqual([
      'without it',
      expect.stringMatching('approval_expired'),
    ]);
    const required = play({
      answers: [wants()],
      people: [saysNothing],
      started: { policies: [policy(allow({ approval: 'required' }))] },
    });
    expect(required.state.ended?.code).toBe('approval_denied');
    expect([...optional.invoked, ...required.invoked]).toEqual([]);
  });

  test('a repeated call after a refusal needs approval again', () => {
    const again = Array.from({ length: 6 }, () => wants());
    const played = play({ answers: again, people: Array.from({ length: 6 }, () => says('deny')) });
    expect(played.state.ended?.code).toBe('loop_detected');
    const ids = getData(played, 'approval.requested').map(({ approval_id }) => approval_id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('approved calls', () => {
  test('an approved call is decided again before it is made', () => {
    const late = '2026-05-01T08:30:00.000Z';
    const window = { notAfter: '2026-05-01T08:10:00Z', approval: 'required' };
    for (const [rules, code] of [
      [[allow(window)], 'not_allowed_by_policy'],
      [
        [
          allow({ approval: 'optional' }),
          { ...allow({ notBefore: '2026-05-01T08:20:00Z' }), effect: 'deny' },
        ],
        'denied_by_policy',
      ],
    ] as const) {
      const changes = { answers: [wants(), { content: 'on' }], people: [says('approve')] };
      const started = { policies: [policy(...rules)] };
      expect(play({ ...changes, started }).invoked).toEqual(['write_file']);
      const played = play({ ...changes, started, resumedAt: late });
      expect([played.invoked, read(played)]).toEqual([[], expect.stringContaining(code)]);
    }
  });

  test('an approval permits exactly one call', () => {
    const again = play({ answers: [wants(), wants()], people: [says('approve')] });
    expect([again.invoked, again.state.waiting.for]).toEqual([['write_file'], 'approval']);
    const limits = { max_tokens: 1_000_000, max_tool_calls: 1, timeout_ms: 60_000, max_rounds: 25 };
    const over = play({ answers: [wants(), wants()], people: [says('approve')], started: { limits } });
    expect([over.invoked, over.state.ended?.code]).toEqual([['write_file'], 'too_many_tool_calls']);
  });

  test('cancels a run that waits for approval', () => {
    for (const people of [[], [says('approve')]]) {
      const played = play({
        answers: [wants()],
        people,
        interrupt: ({ kind }) =>
          kind === (people.length === 0 ? 'ask' : 'go_on')
            ? { type: 'run.cancel_requested', time: '2026-05-01T08:00:00.000Z', data: { reason: 'enough' } }
            : undefined,
      });
      expect([played.state.ended?.status, played.invoked]).toEqual(['cancelled', []]);
      expect(getData(played, 'kairo.tool.result')).toHaveLength(1);
    }
  });
});
