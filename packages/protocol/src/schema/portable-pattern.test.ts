import { describe, expect, it } from 'vitest';
import { portablePattern, withPortablePatterns } from './portable-pattern.ts';

describe('a portable pattern', () => {
  it.each([
    [String.raw`^\d{4}-[\d.]+$`, '^[0-9]{4}-[0-9.]+$'],
    [String.raw`^a\/[b\/c]$`, '^a/[b/c]$'],
    [String.raw`^[^\u0000-\u001f\u007f]*$`, String.raw`^[^\x00-\x1f\x7f]*$`],
    [String.raw`\.\\d\u0041`, String.raw`\.\\d\x41`],
    ['^[a-z0-9][a-z0-9_-]{0,62}$', '^[a-z0-9][a-z0-9_-]{0,62}$'],
  ])('%j is %j and means the same', (pattern, portable) => {
    expect(portablePattern(pattern)).toBe(portable);
    for (const text of ['2026-1.', 'a/b', 'a//', '\u0000', 'x', '.\\dA', 'abc', ''])
      expect(new RegExp(portable).test(text)).toBe(new RegExp(pattern).test(text));
  });

  it('stands wherever a schema has one, and nowhere else', () => {
    const schema = {
      properties: { pattern: { type: 'string', pattern: String.raw`\d` } },
      default: String.raw`\d`,
    };
    expect(withPortablePatterns(schema)).toEqual({
      properties: { pattern: { type: 'string', pattern: '[0-9]' } },
      default: String.raw`\d`,
    });
  });
});
