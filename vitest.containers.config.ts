import { defineConfig } from 'vitest/config';

/** What holds only in containers: as root on Debian, with a Docker Engine of its own. One home, one test after the other. */
export default defineConfig({
  test: {
    include: ['test/compatibility/containers/**/*.test.ts'],
    globalSetup: ['test/compatibility/containers/global-engine.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
  },
});
