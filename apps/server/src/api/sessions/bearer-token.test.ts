import { expect, it } from 'vitest';
import { bearerToken } from './bearer-token.ts';

it.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER  a-b_c.d~e+f/g==', 'a-b_c.d~e+f/g=='],
  ['Bearer', undefined],
  ['Bearer a b', undefined],
  ['Basic abc', undefined],
  ['xBearer abc', undefined],
  [`Bearer ${'x'.repeat(201)}`, undefined],
  [undefined, undefined],
])('reads the token of %j', (authorization, token) => {
  expect(bearerToken({ authorization })).toBe(token);
});
