import { defineConfig } from 'vitest/config';
import base, { longTests } from './vitest.config.ts';

/** What needs nothing but Node either, and takes too long for every `npm test`. */
export default defineConfig({
  test: { ...base.test, include: longTests, exclude: ['**/node_modules/**'] },
});
