import { defineConfig } from 'vitest/config';
import base, { longTests } from './vitest.config.ts';

/** What needs nothing but Node either, and takes too long for every `npm test`. Most of it waits: three at a time. */
export default defineConfig({
  test: { ...base.test, include: longTests, exclude: ['**/node_modules/**'], maxWorkers: 3 },
});
