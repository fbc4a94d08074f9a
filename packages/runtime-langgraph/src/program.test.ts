import { expect, test } from 'vitest';
import { programSource } from '../scripts/bundle-program.ts';
import { program } from './program.gen.ts';

test('the program is the one of the sources', async () => {
  expect(await programSource()).toContain(JSON.stringify(program));
});
