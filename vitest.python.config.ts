import { defineConfig } from 'vitest/config';

/** The Python client, from its wheel, on a home. Needs Python 3.11 or later and, the first time, PyPI. */
export default defineConfig({
  test: {
    include: ['test/python/**/*.test.ts'],
    globalSetup: [
      'test/python/global-wheel.ts',
      'test/python/global-examples.ts',
      'test/support/global-postgres.ts',
    ],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
