import { defineConfig } from 'vitest/config';

/** What only an OSS account can answer. Fails, and does not skip, where none is configured. */
export default defineConfig({
  test: {
    include: ['test/compatibility/oss/**/*.test.ts'],
    globalSetup: ['test/support/global-postgres.ts'],
    pool: 'forks',
    maxWorkers: 1,
    restoreMocks: true,
  },
});
