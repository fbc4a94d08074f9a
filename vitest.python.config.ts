import { defineConfig } from 'vitest/config';

/** The Python client, from its wheel, on a home. Needs Python 3.11 or later and, the first time, PyPI. */
export default defineConfig({
  test: {
    include: ['test/compatibility/python/**/*.test.ts'],
    globalSetup: [
      'test/compatibility/python/global-wheel.ts',
      'test/compatibility/python/global-examples.ts',
      'test/support/global-postgres.ts',
    ],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
