import fc from 'fast-check';
import { expect, test } from 'vitest';
import { routeNaively } from '../testing/naive-router.ts';
import { compileTriggers } from './route-prompt.ts';
import type { RoutedAgent, Trigger } from './routing.ts';

const many = fc.constantFrom(
  ...[
    'a',
    'A',
    'b',
    'B',
    'ab',
    'ß',
    'S',
    'é',
    'e\u0301',
    'É',
    'İ',
    'i',
    'ı',
    'σ',
    'ς',
    'Σ',
    'ﬁ',
    'x\u0302',
    'Ａ',
  ],
  ...[
    '_',
    '1',
    ' ',
    '  ',
    '\n',
    '\u00a0',
    '-',
    '+',
    '.',
    '错',
    '误',
    'の',
    'ガ',
    'か\u3099',
    '한',
    '\u1112\u1161\u11ab',
  ],
  ...['👍', '👍🏽', '❤', '❤\ufe0f', '👩‍👧', '\ud83d', 'д', 'Д', 'ا'],
);
/** Keywords of few letters overlap, and end within each other. */
const few = fc.constantFrom('a', 'b', 'A', ' ');
type Drawn = { agents: RoutedAgent[]; prompt: string };

function drawnOf(letter: fc.Arbitrary<string>, longest: number): fc.Arbitrary<Drawn> {
  const text = (maxLength: number) => fc.array(letter, { maxLength }).map((parts) => parts.join(''));
  const trigger: fc.Arbitrary<Trigger> = fc.record({
    intent: fc.constant('any'),
    priority: fc.constantFrom(0, 0, 1, -1, 2.5),
    match: fc.constantFrom('word', 'word', 'substring'),
    keywords: fc.array(
      text(longest).filter((each) => each !== ''),
      { minLength: 1, maxLength: 3 },
    ),
    regex: fc.constantFrom(undefined, undefined, 'a+b', '[ab]{2}', 'д.', '1|ab', 'b*'),
  });
  const agents = fc.array(fc.array(trigger, { maxLength: 3 }), { maxLength: 5 }).map((lists) =>
    lists.map((triggers, index): RoutedAgent => {
      const name = `agent-${'cadbe'[index] ?? ''}`;
      return { name, file: `${name}.md`, triggers };
    }),
  );
  return fc.record({ agents, prompt: text(14) });
}

test('routing equals a naive reading of the rulings', () => {
  let applied = 0;
  fc.assert(
    fc.property(fc.oneof(drawnOf(many, 3), drawnOf(few, 6)), ({ agents: drawn, prompt }) => {
      const whole = prompt.toWellFormed();
      const expected = routeNaively(drawn, whole);
      const { candidates, winner } = compileTriggers(drawn).route(prompt, { every: true });
      const found = candidates.map(({ agent, matches }) => [
        agent,
        matches.map(({ pattern, piece, priority, length }) => ({ pattern, piece, priority, length })),
      ]);
      expect(found).toEqual(expected);
      expect(compileTriggers(drawn).route(prompt).winner?.agent).toBe(winner?.agent);
      if (winner) applied += 1;
    }),
    { numRuns: 1_000 },
  );
  expect(applied).toBeGreaterThan(200);
});
