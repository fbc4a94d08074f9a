import { expect, test } from 'vitest';
import { readBatchLine } from './batch-line.ts';

const read = (text: string | Buffer) =>
  readBatchLine({ number: 7, bytes: Buffer.from(text), end: 0, isWhole: true });

test('a line is a prompt, or an object that has one', () => {
  expect(read('sort 世界')).toMatchObject({ line: 7, prompt: 'sort 世界' });
  expect(read('{"prompt":"two\\nlines","id":"a"}')).toMatchObject({ prompt: 'two\nlines', id: 'a' });
  expect(read(' {"prompt":"x","id":12}')).toMatchObject({ prompt: 'x', id: '12' });
  expect(read('["no object"]')).toMatchObject({ prompt: '["no object"]' });
  expect(read('   ')).toBeUndefined();
});

test('reports an invalid line with number and reason', () => {
  const cases: [string | Buffer, string, RegExp][] = [
    ['{"prompt":', 'line_invalid', /begins as JSON and is none/],
    ['{"promt":"x"}', 'line_invalid', /wants \{"prompt"/],
    ['{"prompt":"x","model":"large"}', 'line_invalid', /model/],
    ['{"prompt":" "}', 'line_invalid', /is empty/],
    ['{"prompt":"x","id":{}}', 'line_invalid', /id/],
    [Buffer.from([0x41, 0xff]), 'line_not_utf8', /UTF-8/],
  ];
  for (const [text, code, message] of cases)
    expect(read(text)).toEqual({ line: 7, code, message: expect.stringMatching(message) });
  expect(readBatchLine({ number: 9, bytes: undefined, end: 0, isWhole: true })).toMatchObject({
    line: 9,
    code: 'line_too_long',
  });
});

test('an edited line has another hash, other line endings do not', () => {
  const hash = (text: string) => (read(text) as { sha256: string }).sha256;
  expect(hash('one')).toBe(hash('one'));
  expect(hash('one')).not.toBe(hash('one '));
});
