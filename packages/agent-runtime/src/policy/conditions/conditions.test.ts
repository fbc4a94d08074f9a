import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { compileCondition } from './compile-condition.ts';
import { InvalidCondition } from './condition-error.ts';
import type { ConditionFacts } from './condition-facts.ts';
import { StepMeter } from './step-meter.ts';

const facts: ConditionFacts = {
  action: 'tool.call',
  agent: { name: 'careful', id: 'ada' },
  tool: 'write_file',
  arguments: { path: 'notes/plan.md', count: 5, tags: ['a', 'b'], nested: { deep: true }, nothing: null },
  risk: 'low',
  provider: 'emulator',
  tainted: false,
  origin: 'user',
  calls: 2,
  scope: { tenant: 'north' },
  session: {},
  time: Date.parse('2026-05-01T08:30:00Z'),
};

/** Returns the result of a condition, or the code of the error if it could not be evaluated. */
function judged(when: string, args?: JsonObject): boolean | string {
  const told = args === undefined ? facts : { ...facts, arguments: args };
  try {
    return compileCondition(when)(told, new StepMeter());
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

describe('conditions', () => {
  test('a condition compares values as CEL does', () => {
    const table: Record<string, boolean | string> = {
      "agent.name == 'careful' && agent.id == 'ada'": true,
      "tool in ['bash', 'write_file']": true,
      "arguments.path.startsWith('notes/') && !tainted": true,
      'arguments.count > 4 && arguments.count <= 5.0': true,
      "arguments.tags.exists(tag, tag == 'b')": true,
      "arguments.tags.all(tag, tag == 'b')": false,
      'size(arguments.tags) == 2 && arguments.path.size() == 13': true,
      'has(arguments.path) && !has(arguments.other)': true,
      "arguments['count'] == 5 ? true : false": true,
      "arguments.tags[1] == 'b'": true,
      "time >= timestamp('2026-05-01T10:00:00+02:00') && time.getHours() == 8": true,
      "arguments.path.matches('^[a-z]+/[a-z]+[.]md$')": true,
      'arguments.nothing == null': true,
      "arguments.count == '5'": false,
      "scope.tenant == 'north' && calls < 3 && origin == 'user' && risk != 'high' && provider == 'emulator'": true,
      "'deep' in arguments.nested": true,
      "'ＡB'.lowerAscii() == 'Ａb'": true,
      "'\u{1f600}' > '\uffee'": true,
    };
    for (const [when, expected] of Object.entries(table))
      expect([when, judged(when)]).toEqual([when, expected]);
  });

  test('an undecidable side does not matter if the other decides', () => {
    const table: Record<string, boolean | string> = {
      "arguments.other == 'x'": 'no_such_key',
      'arguments.constructor == null': 'no_such_key',
      "arguments['__proto__'] == null": 'no_such_key',
      'arguments.tags[2] == null': 'no_such_key',
      'arguments.tags[-1] == null': 'no_such_key',
      'arguments.path > 5': 'wrong_type',
      'arguments.path': 'wrong_type',
      'arguments.count && true': 'wrong_type',
      "arguments.path.nested == 'x'": 'wrong_type',
      'arguments.nested.exists(each, true)': 'wrong_type',
      "arguments.count.startsWith('5')": 'wrong_type',
      "arguments.other == 'x' || true": true,
      "true || arguments.other == 'x'": true,
      "arguments.other == 'x' && false": false,
      "arguments.other == 'x' && true": 'no_such_key',
      "arguments.tags.exists(tag, tag == 'b' || tag.other == 1)": true,
      'arguments.tags.all(tag, tag.other == 1)': 'wrong_type',
    };
    for (const [when, expected] of Object.entries(table))
      expect([when, judged(when)]).toEqual([when, expected]);
    const unknown = { ...facts, time: Number.NaN };
    expect(() =>
      compileCondition("time > timestamp('2026-05-01T00:00:00Z')")(unknown, new StepMeter()),
    ).toThrow('unknown_time');
  });

  test('refuses an unknown expression with a suggestion', () => {
    const table: Record<string, RegExp> = {
      'argument.path == null': /unknown name "argument"; did you mean "arguments"/,
      'agent.nmae == null': /unknown name "agent.nmae"; use name, id/,
      'calls + 1 == 2': /"\+" is not supported/,
      'arguments.path.matches(arguments.pattern)': /literal pattern/,
      "arguments.path.matches('(')": /./,
      'timestamp(arguments.at) < time': /timestamp\(\)/,
      "timestamp('2026-05-01T08:00:00') < time": /timestamp\(\)/,
      'arguments.tags.map(tag, tag) == []': /not supported/,
      'arguments.tags.filter(tag, true) == []': /not supported/,
      "{'a': 1} == arguments": /./,
      'cel.bind(x, 1, x == 1)': /./,
      "time.getHours('Europe/Berlin') == 1": /not supported/,
      'arguments.tags.exists(tool, true)': /a new variable name/,
      'calls == 1u': /only strings/,
      'calls == 9007199254740993': /too large/,
      'arguments.path ==': /./,
      '': /./,
      'string(calls) == "2"': /not supported/,
      'constructor == null': /unknown name/,
      'toString() == null': /not supported/,
      'arguments.path.toString() == null': /not supported/,
    };
    for (const [when, why] of Object.entries(table)) {
      expect(() => compileCondition(when), when).toThrow(InvalidCondition);
      expect(() => compileCondition(when), when).toThrow(why);
    }
  });
});
