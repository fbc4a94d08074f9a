import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { collectChecks, custom, findEnd, good, guarded, schema, shape } from '../testing/guarded-play.ts';
import { playRun, playTime } from '../testing/play-run.ts';

describe('a rejected answer', () => {
  test('invalid, oversized, deep or costly output is a violation', () => {
    const loose = { ...shape('reject'), schema: { type: 'object' } };
    const costly = { type: 'array', items: { anyOf: Array.from({ length: 50 }, () => ({ pattern: '^a' })) } };
    const cases: [string, string, JsonObject?][] = [
      ['not JSON', 'no_json'],
      ['{"a":1,"a":2}', 'no_json'],
      ['{"__proto__":{}}', 'no_json'],
      [`${'['.repeat(100_000)}`, 'no_json'],
      [`{"a":${'['.repeat(60)}${']'.repeat(60)}}`, 'no_json'],
      [JSON.stringify({ a: 'x'.repeat(1_000_000) }), 'too_large'],
      ['[]', 'type'],
      [JSON.stringify(Array.from({ length: 9_000 }, () => 'b')), 'too_costly', costly],
      ['{}', 'unusable_schema', { $ref: '#/nowhere' }],
    ];
    for (const [text, code, by = loose.schema] of cases) {
      const played = guarded([{ ...loose, schema: by }], [{ content: text }], {
        judged: text.length < 1_000,
      });
      expect([code, collectChecks(played)[0]?.errors?.[0]?.split(' ')[0]]).toEqual([code, code]);
      expect(findEnd(played)).toMatchObject({ code: 'guardrail_violation', answer: '' });
    }
    const beside = guarded([loose], [{ content: '{"$beside":"x","a":{"$beside":{}}}' }]);
    expect(findEnd(beside).answer).toBe('{"$beside":"x","a":{"$beside":{}}}');
  });

  test('reports a violation without text of the answer', () => {
    const nested = { type: 'object', properties: { list: { type: 'array', items: schema } } };
    const answers = [
      '{"CANARY":1}',
      '{"reason":"CANARY","confidence":2,"CANARY path=reason expected=x":{}}',
      '{"list":[{"CANARY":"CANARY"}]}',
    ];
    for (const content of answers)
      for (const by of [schema, { ...nested, additionalProperties: { type: 'null' } }]) {
        const played = guarded([{ ...shape('reject'), schema: by }], [{ content }]);
        expect(played.lines.join('')).not.toContain('CANARY');
        expect(findEnd(played).message).toContain('path=');
      }
    const list = guarded([{ ...shape('reject'), schema: nested }], [{ content: answers[2] ?? '' }]);
    expect(findEnd(list).message).toContain('missing_required path=list.0.reason expected=present');
    expect(findEnd(list).message).toContain('unknown_member path=list.0.* expected=absent');
  });

  test('hides thoughts and text next to calls', () => {
    const played = guarded(
      [shape('reject')],
      [
        {
          content: 'CANARY first',
          thought: 'CANARY thought',
          calls: [{ name: 'read_file' }],
          continuation: {
            api: 'anthropic',
            model: 'm',
            reasoning: [{ text: 'CANARY thought', metadata: { anthropic: { signature: 's' } } }],
            calls: [],
          },
        },
        { content: good, thought: 'CANARY thought' },
      ],
      { started: { event_level: 'verbose' } },
    );
    expect(findEnd(played).answer).toBe(good);
    expect(played.lines.join('') + JSON.stringify([played.state.transcript, played.records])).not.toContain(
      'CANARY',
    );
    // Without guardrails the whole text is returned.
    expect(playRun({ answers: [{ content: good, thought: 'CANARY' }] }).lines.join('')).toContain('CANARY');
  });

  test('a run cancelled during a check has no answer', () => {
    for (const kind of ['validate', 'model'] as const) {
      const rails = kind === 'validate' ? [custom('reject')] : [shape('repair')];
      const played = guarded(rails, [{ content: 'CANARY' }], {
        interrupt: (effect, { round, waiting }) => {
          const isDue = kind === 'validate' ? effect.kind === kind : waiting.for === 'model' && waiting.side;
          return isDue && round === 1
            ? { type: 'run.cancel_requested', time: playTime, data: { reason: 'enough' } }
            : undefined;
        },
      });
      expect(findEnd(played)).toMatchObject({ status: 'cancelled', answer: '' });
      expect(played.lines.join('') + JSON.stringify(played.state.transcript)).not.toContain('CANARY');
    }
  });
});
