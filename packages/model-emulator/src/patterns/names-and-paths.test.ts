import { expect, it } from 'vitest';
import { fitsGlob } from './glob.ts';
import { isJsonPath, jsonIn, valueAt } from './json-path.ts';

it.each([
  ['small', 'small', true],
  ['small', 'smaller', false],
  ['*', '', true],
  ['home_*', 'home_read', true],
  ['home_*', 'mcp_home_read', false],
  ['*_read', 'home_read', true],
  ['a*a', 'a', false],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'acb', false],
])('pattern %j on %j: %j', (pattern, name, fits) => {
  expect(fitsGlob(pattern, name)).toBe(fits);
});

const document = {
  messages: [
    { author: 'ada', text: 'one' },
    { author: 'bo', text: '{"inner":[1,2]}' },
  ],
  'own name': { n: 0 },
};

it.each([
  ['messages[0].author', 'ada'],
  ['messages[-1].author', 'bo'],
  ['messages[-1].text.inner[1]', 2],
  ['messages[2].author', undefined],
  ['messages.author', undefined],
  ['own name.n', 0],
  ['constructor', undefined],
  ['__proto__.x', undefined],
])('at %j stands %j', (path, value) => {
  expect(valueAt(document, path)).toEqual(value);
});

it.each(['', '.a', 'a.', 'a..b', 'a[x]', '[1]b', 'a[1'])('%j is no path', (path) => {
  expect(isJsonPath(path)).toBe(false);
});

it.each([
  ['{"a":1}', { a: 1 }],
  ['Words of others:\n```\n[1,2]\n```\nend', [1, 2]],
  ['no json { here', undefined],
  ['12', 12],
])('the JSON in %j', (text, value) => {
  expect(jsonIn(text)).toEqual(value);
});
