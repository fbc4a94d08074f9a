import { check, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { cutMark, fitJson } from './fit-json.ts';

const bytes = (text: string) => Buffer.byteLength(text);

test('contents of a span are cut to their size between characters', () => {
  expect(fitJson({ a: 'short' })).toBe('{"a":"short"}');
  const long = fitJson([{ role: 'user', parts: [{ type: 'text', content: 'a😀'.repeat(40_000) }] }]);
  expect(bytes(long)).toBeLessThanOrEqual(32 * 1024);
  const [{ parts }] = JSON.parse(long) as [{ parts: [{ type: string; content: string }] }];
  expect(parts[0].type).toBe('text');
  expect(parts[0].content).toMatch(/^(a😀)+a?… \[cut\]$/u);
  // Many small members cannot be cut one by one.
  const many = fitJson(Array.from({ length: 20_000 }, (_, at) => at));
  expect([bytes(many) <= 32 * 1024, many.endsWith(cutMark)]).toEqual([true, true]);
  const megabyte = fitJson({ first: 'é'.repeat(1_000_000), second: 'kept' });
  expect(JSON.parse(megabyte)).toMatchObject({ second: 'kept' });
});

test('contents of any text stay within their size', () => {
  const checked = check(
    property(
      string({ unit: 'binary', maxLength: 3_000 }),
      integer({ min: 300, max: 2_000 }),
      (text, most) => {
        const fitted = fitJson([text, { [text]: text }], most);
        return bytes(fitted) <= most && !/[\ud800-\udbff](?![\udc00-\udfff])/.test(fitted);
      },
    ),
    { numRuns: 60 },
  );
  expect(checked.failed).toBe(false);
});
