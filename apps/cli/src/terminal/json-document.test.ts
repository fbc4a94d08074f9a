import { expect, it } from 'vitest';
import { jsonDocument } from './json-document.ts';

it('a JSON document keeps its values and steers no terminal', () => {
  const value = {
    'a\u009b31m': [
      '\u001b[2J',
      '\u007f\u0085\u009b',
      '\u202e\u200b\u2066\u2028',
      '\u{e0041}',
      'ä 山泉 😀 \n "\\',
    ],
  };
  const text = jsonDocument(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toMatch(/^[\n\x20-\x7e\u00a1-\u1fff\u2030-\uffff\u{1f600}]*$/u);
  expect(text).toContain('ä 山泉 😀 \\n \\"\\\\');
});
