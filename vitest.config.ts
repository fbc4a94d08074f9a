import { defineConfig } from 'vitest/config';

/** Run by `npm run test:long`, and in CI. */
export const longTests = [
  'packages/modes/src/registry/sequences.test.ts',
  'test/end-to-end/backup/*.test.ts',
  'test/end-to-end/damaged-folders.test.ts',
  'test/end-to-end/dead-letters.test.ts',
  'test/end-to-end/local-home.test.ts',
  'test/end-to-end/many-aborted-requests.test.ts',
  'test/end-to-end/modes.test.ts',
  'test/integration/starting.test.ts',
  'test/end-to-end/terminal.test.ts',
  'test/end-to-end/taken-port.test.ts',
  'test/end-to-end/doctor.test.ts',
  'test/end-to-end/moved-buckets.test.ts',
  'test/end-to-end/operator-commands.test.ts',
  'test/end-to-end/projection-live/*.test.ts',
  'test/end-to-end/pseudo-terminal.test.ts',
  'test/end-to-end/terminal-refusals.test.ts',
  'test/integration/backup-file.test.ts',
  'test/matrix/matrix-on-emulator.test.ts',
  'test/examples/regenerated.test.ts',
  'test/end-to-end/fairness.test.ts',
  'test/end-to-end/floods/*.test.ts',
  'test/end-to-end/residents.test.ts',
  'test/end-to-end/streamed-backup.test.ts',
  'test/end-to-end/without-events.test.ts',
  'test/faults/event-path.test.ts',
  'test/faults/full-disk.test.ts',
  'test/faults/kill-nine.test.ts',
  'test/faults/outages/*.test.ts',
  'test/recipes/*.test.ts',
  'test/reference-day/*.test.ts',
];

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'test/minio/**',
      'test/oss/**',
      'test/console/**',
      'test/vendors/**',
      'test/second-judge/**',
      'test/containers/**',
      ...longTests,
    ],
    globalSetup: ['test/support/global-postgres.ts'],
    pool: 'forks',
    // Files of one worker share what they import, which takes as long as the tests: nothing here keeps state in a module.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
