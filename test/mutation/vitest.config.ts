import { defineConfig } from 'vitest/config';

/** What mutants are run against: the tests of the packages themselves, without anything that has to be started. */
export default defineConfig({
  test: {
    include: ['packages/{access,modes,protocol,sdk}/src/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'packages/modes/src/registry/sequences.test.ts',
      'packages/protocol/src/browser-bundle.test.ts',
    ],
    pool: 'forks',
    isolate: false,
    testTimeout: 30_000,
  },
});
