import { describe, expect, it } from 'vitest';
import { matchesPattern, tokensOf } from './tokens.ts';

const texts = (code: string) => tokensOf(code).map(({ text }) => text);
const matches = (pattern: string, code: string) => matchesPattern(texts(pattern), texts(code));

describe('tokens of source code', () => {
  it('ignore white space, comments and trailing commas', () => {
    expect(texts('call(\n  one, // first\n  two,\n)')).toEqual(texts('call(one, two)'));
  });

  it('keep nested templates and their white space apart from code', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source code
    expect(texts('`a  ${b ? `c ${d}` : {}}\n e` + 1')).toEqual([
      '`a ${',
      'b',
      '?',
      '`c ${',
      'd',
      '}`',
      ':',
      '{',
      '}',
      '} e`',
      '+',
      '1',
    ]);
  });

  it('distinguish a regular expression from a division', () => {
    expect(texts('a / b.replace(/[/)]/g, c)')).toContain('/[/)]/g');
    expect(texts('a / b / c')).toEqual(['a', '/', 'b', '/', 'c']);
  });
});

describe('a pattern', () => {
  it('matches the same code alone', () => {
    expect(matches('a === b', 'a  === b')).toBe(true);
    expect(matches('a === b', 'a === b + 1')).toBe(false);
    expect(matches('a === b', 'a')).toBe(false);
  });

  it('has balanced code for each …', () => {
    expect(matches('if (…) return deny(…);', "if (a(b)) return deny('c', d);")).toBe(true);
    expect(matches('call(…)', 'call(a)(b)')).toBe(false);
    expect(matches('call(…)', 'call()')).toBe(true);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source code
    expect(matches('call(…)', 'call(`${a}-${b}`, [c])')).toBe(true);
  });
});
