import { defineConfig } from 'vitest/config';

/** The page in a real browser, on a live home. Needs Chromium (CHROMIUM, or `chromium` on the path) and a built page. */
export default defineConfig({
  test: {
    include: ['test/console/**/*.test.ts'],
    globalSetup: ['test/support/global-postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
