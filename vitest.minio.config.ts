import { defineConfig } from 'vitest/config';

/** What holds only on a real MinIO. Fails, and does not skip, where none can be built. */
export default defineConfig({
  test: {
    include: ['test/compatibility/minio/**/*.test.ts'],
    globalSetup: [
      'test/compatibility/minio/global-tools.ts',
      'test/compatibility/python/global-wheel.ts',
      'test/support/global-postgres.ts',
    ],
    pool: 'forks',
    // Files of one worker share what they import: it takes as long as their tests.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
