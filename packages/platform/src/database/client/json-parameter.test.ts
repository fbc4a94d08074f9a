import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonParameter } from './json-parameter.ts';

test('a JSON parameter has no NUL and is otherwise equal', () => {
  const part = fc.constantFrom('\u0000', '\\', 'u0000', '\\u0000', 'a', '"');
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const read = JSON.parse(jsonParameter({ texts }));
      expect(read).toEqual({ texts: texts.map((each) => each.replaceAll('\u0000', '\ufffd')) });
    }),
  );
});
