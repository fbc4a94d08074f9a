import { describe, expect, it } from 'vitest';
import { measuredTimeFactor } from '../../../../test/support/time-factor.ts';
import { matchLike } from './match-like.ts';
import { parseLike } from './parse-like.ts';

function find(pattern: string, text: string, ignoreCase = false) {
  const segments = parseLike(pattern);
  if (typeof segments === 'string') throw new Error(segments);
  const found = matchLike(segments, text, ignoreCase);
  return found && Object.fromEntries(found);
}

describe('a text that is like another', () => {
  it.each([
    ['hello', 'well, hello there', {}],
    ['hello', 'Hello', undefined],
    ['my name is {{name}}.', 'Hi, my name is Ada Lovelace.', { name: 'Ada Lovelace' }],
    ['{{who}} says {{what}}', 'first line\nBo says:  good morning \nlast', { who: 'Bo', what: undefined }],
    [
      '{{who}} says: {{what}}',
      'first line\nBo says:  good morning \nlast',
      { who: 'Bo', what: 'good morning' },
    ],
    ['我叫{{name}}，', '大家好，我叫小明，来自杭州', { name: '小明' }],
    // The match is in a later line than the one where the literal first occurs.
    ['name: {{x}} end', 'name: a\nname: b end', { x: 'b' }],
    ['from {{a}} to {{b}}!', 'from here to there', undefined],
    ['a*b', 'a\n\n\nb', {}],
    ['a*b', 'b a', undefined],
    ['topic {{id}}*{{n}} lines', 'topic t1 has\n12 lines', { id: 't1 has', n: '12' }],
    ['{{x}}', '\n\nsomething', { x: 'something' }],
    // A name matches at least one character.
    ['[{{x}}]', '[]', undefined],
    ['\\*{{x}}\\*', 'so *very* fine', { x: 'very' }],
    ['\\{{x}}', '{{x}}', {}],
    ['line\n{{x}}', 'line\nnext\nlast', { x: 'next' }],
  ])('%j in %j', (pattern, text, expected) => {
    const found = find(pattern, text);
    if (expected && Object.values(expected).includes(undefined)) expect(found).toBeUndefined();
    else expect(found).toEqual(expected);
  });

  it('fills in values, ignoring case if requested', () => {
    expect(find('MY NAME IS {{name}}', 'my Name is ÉVA İpek', true)).toEqual({ name: 'ÉVA İpek' });
  });

  it.each(['{{a}}{{b}}', '*', '', '**'])('refuses %j', (pattern) => {
    expect(parseLike(pattern)).toBeTypeOf('string');
  });

  it('reads each line once for any input', () => {
    const lines = 'a b '.repeat(250_000);
    const many = 'a\n'.repeat(500_000);
    const started = performance.now();
    for (const text of [lines, many, lines + many])
      for (const pattern of ['a{{x}} b{{y}} c', 'a*a*a*a{{x}}z', '{{x}} a{{y}}\nz', '\n{{x}}\nb'])
        expect(find(pattern, text)).toBeUndefined();
    // A backtracking search takes hours here.
    expect(performance.now() - started).toBeLessThan(10_000 * measuredTimeFactor());
  });
});
