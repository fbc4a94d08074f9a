import { defineConfig } from 'vitest/config';

/** The emulator as clients see it that are not ours, and policies as a judge sees them that is not ours. Needs Python 3.10 or later and, the first time, PyPI. */
export default defineConfig({
  test: {
    include: ['test/compatibility/vendors/**/*.test.ts', 'test/security/second-judge/**/*.test.ts'],
    globalSetup: ['test/compatibility/vendors/global-clients.ts', 'test/support/global-postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
