import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getPreview } from './preview.ts';

test('a preview has whole characters, at most 300', () => {
  expect(getPreview('x'.repeat(300))).toBe('x'.repeat(300));
  const family = '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}';
  expect(getPreview(`${'x'.repeat(298)}${family}`)).toBe('x'.repeat(298));
  expect([...getPreview(`e${'\u0301'.repeat(1_000)}`)].length).toBe(300);
  const parts = fc.array(fc.constantFrom('a', 'e\u0301', family, '漢', '\u{1f1e9}\u{1f1ea}'), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(parts, (texts) => {
      const text = texts.join('');
      const preview = getPreview(text);
      expect(text.startsWith(preview)).toBe(true);
      expect([...preview].length).toBeLessThanOrEqual(300);
      const whole = new Set([...new Intl.Segmenter().segment(text)].map(({ index }) => index));
      expect(preview.length === text.length || whole.has(preview.length)).toBe(true);
      if ([...text].length <= 300) expect(preview).toBe(text);
    }),
  );
});
