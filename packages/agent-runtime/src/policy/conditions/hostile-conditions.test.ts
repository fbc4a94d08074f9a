import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { decideCall } from '../decide/decide-call.ts';
import { PolicySpecError } from '../policies/compiled-policy.ts';
import { redact } from '../redaction/redact.ts';
import { referenceMs } from '../testing/processor-time.ts';
import { createPolicy, createRulebook, getQuestion } from '../testing/rulebooks.ts';

const a = (count: number) => 'a'.repeat(count);
/** Maximum size of a model's arguments (`arguments_too_large` above it). */
const long = 256 * 1024;
const nested = (depth: number): JsonValue => (depth === 0 ? 'x' : [nested(depth - 1)]);

/** Attacks known from other engines, each with its worst arguments. */
const table: Record<string, [string, JsonObject]> = {
  'repetition inside repetition': ["arguments.text.matches('^(a+)+$')", { text: `${a(long)}!` }],
  'alternatives that overlap': ["arguments.text.matches('^(a|aa)+$')", { text: `${a(long)}!` }],
  'everything, thrice': ["arguments.text.matches('(.*)(.*)(.*)b')", { text: a(long) }],
  'a counted repetition': ["arguments.text.matches('(a{1,15}){1,15}b')", { text: a(long) }],
  'a long text that is searched for in a longer': [
    'arguments.text.contains(arguments.part)',
    { text: a(long / 2), part: `b${a(long / 4)}` },
  ],
  'a needle as the worst for skipping': [
    'arguments.text.contains(arguments.part)',
    { text: a(long / 2), part: `${a(8_000)}b${a(8_000)}` },
  ],
  'lists in lists': [
    'arguments.list.all(x, arguments.list.all(y, arguments.list.all(z, x == y || y == z || true)))',
    { list: Array.from({ length: 20_000 }, (_, index) => index) },
  ],
  'lists of long texts': [
    'arguments.list.all(x, arguments.list.exists(y, x != y) || true)',
    { list: Array.from({ length: 100 }, () => a(2_000)) },
  ],
  'equality of all there is': [
    'arguments.list.all(x, arguments == arguments)',
    { list: Array.from({ length: 5_000 }, (_, index) => ({ index, deep: { text: a(20) } })) },
  ],
  'deep values': ['arguments.one == arguments.other', { one: nested(60), other: nested(60) }],
  'sizes of long texts': [
    Array.from({ length: 30 }, () => 'size(arguments.text) > 0').join(' && '),
    { text: a(long) },
  ],
  'letters of long texts': [
    Array.from({ length: 30 }, () => "arguments.text.lowerAscii() == 'x'").join(' || '),
    { text: 'A'.repeat(long) },
  ],
  'order of long texts': [
    Array.from({ length: 30 }, () => 'arguments.text > arguments.other').join(' || '),
    { text: a(long / 2), other: a(long / 2) },
  ],
  'a list in itself': [
    'arguments.list.exists(x, x in arguments.list && false)',
    { list: Array.from({ length: 20_000 }, (_, index) => index) },
  ],
};

describe('hostile definitions', () => {
  test('no known bad condition blocks the loop for 50 ms', () => {
    for (const [what, [when, args]] of Object.entries(table)) {
      const rules = createRulebook({
        policies: [createPolicy([{ effect: 'deny', action: 'tool.call', conditions: { when } }])],
      });
      const question = getQuestion({ arguments: args });
      const milliseconds = referenceMs(() => decideCall(rules, question), 50);
      expect(milliseconds, what).toBeLessThan(50);
      const { effect, condition_errors } = decideCall(rules, question);
      if (condition_errors)
        expect([what, effect, condition_errors[0]?.error]).toEqual([what, 'deny', 'too_many_steps']);
    }
  });

  test('many conditions together take no longer than one', () => {
    const [when, args] = table['a long text that is searched for in a longer'] ?? ['', {}];
    const rule = { effect: 'deny', action: 'tool.call', conditions: { when } };
    const policies = Array.from({ length: 5 }, () => createPolicy(Array.from({ length: 200 }, () => rule)));
    const rules = createRulebook({ policies });
    expect(referenceMs(() => decideCall(rules, getQuestion({ arguments: args })), 50)).toBeLessThan(50);
  });

  test('a too large, deep or foreign condition invalidates its policy', () => {
    const bad = [
      `tainted ${'|| tainted '.repeat(300)}`,
      `${'!'.repeat(500)}tainted`,
      `${'('.repeat(500)}tainted${')'.repeat(500)}`,
      `tool in [${"'x',".repeat(200)}'x']`,
      `arguments${'.a'.repeat(300)} == 1`,
      `${'tainted ? tainted : '.repeat(100)}tainted`,
      `arguments.text.matches('(a{1,1000}){1,1000}')`,
      `arguments.text.matches('${'a?'.repeat(300)}')`,
      `arguments.text.matches('((((((((((a{1,2}){1,2}){1,2}){1,2}){1,2}){1,2}){1,2}){1,2}){1,2}){1,2}){1,2}')`,
      `'${a(3_000)}' == tool`,
      'arguments.text.matches(arguments.text)',
      '\u0000',
      `tool == '\ud800`,
    ];
    for (const when of bad) {
      const compile = () => createPolicy([{ effect: 'deny', action: 'tool.call', conditions: { when } }]);
      expect(compile, when.slice(0, 60)).toThrow(PolicySpecError);
      expect(
        referenceMs(() => expect(compile).toThrow(), 50),
        when.slice(0, 60),
      ).toBeLessThan(50);
    }
  });

  test('redaction patterns are limited and linear', () => {
    const redacting = (patterns: string[]) =>
      createPolicy([{ effect: 'allow', action: 'tool.call' }], 'p', {
        redaction: { enabled: true, patterns },
      });
    for (const patterns of [
      ['('],
      ['a*'],
      [''],
      [a(600)],
      Array.from({ length: 51 }, () => 'a'),
      ['(a{1,99}){1,99}'],
    ])
      expect(() => redacting(patterns), patterns[0]).toThrow(PolicySpecError);
    // An invalid pattern is rejected even if redaction is disabled.
    expect(() =>
      createPolicy([{ effect: 'allow', action: 'tool.call' }], 'p', {
        redaction: { enabled: false, patterns: ['('] },
      }),
    ).toThrow(PolicySpecError);
    const { redaction } = redacting(['(a+)+b', '[0-9]{16}']);
    const text = a(20_000);
    expect(redact(text, redaction)).toBe(text);
    expect(referenceMs(() => redact(text, redaction), 500)).toBeLessThan(500);
  });
});
