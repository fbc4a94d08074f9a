import { defineConfig } from 'vitest/config';

/** The packages as others get them: packed, installed into empty folders, and used there. Needs npm's registry. */
export default defineConfig({
  test: {
    include: ['test/compatibility/packages/**/*.test.ts'],
    globalSetup: ['test/compatibility/packages/global-packed.ts', 'test/support/global-postgres.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 300_000,
    restoreMocks: true,
  },
});
