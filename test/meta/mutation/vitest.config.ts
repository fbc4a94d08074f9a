import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { areas, isArea } from './areas.ts';

const area = process.env.MUTATION_AREA ?? '';
if (!isArea(area)) throw new Error('started by main.ts, which says the area');

/** Files with a great many cases; they run last, if no other test has failed. */
const slow =
  /(exhaustive|golden|prompt-view|read-proposal|normal-form|beside-canonicalize|beside-two-passes|ed25519-agreement)(\.long|\.soak)?\.test\.ts$/;

/** Files that take a minute or more per mutant. A mutant that only they would notice needs a test written by hand. */
const tooSlow = [
  'packages/access/src/least-privilege/least-privilege.long.test.ts',
  'packages/access/src/compile/split-compile.long.test.ts',
  'packages/modes/src/registry/sequences.soak.test.ts',
  'packages/protocol/src/cert/beside-two-passes.soak.test.ts',
  'packages/protocol/src/cert/flipped-byte.long.test.ts',
];

/** These tests read the sources as text or run a bundle of them, and mutants change both. */
const ofText = [
  'packages/modes/src/testing/pieces/*.test.ts',
  'packages/protocol/src/browser-bundle.test.ts',
];

/** One failure is enough, so the quick files come first. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (one, other) => Number(slow.test(one.moduleId)) - Number(slow.test(other.moduleId)),
    );
  }
}

/** Tests that mutants run against: the package's own, without those that start a service. */
export default defineConfig({
  test: {
    include: [`${areas[area].tests}/**/*.test.ts`],
    exclude: ['**/node_modules/**', ...tooSlow, ...ofText],
    setupFiles: ['test/meta/mutation/fewer-runs.ts'],
    sequence: { sequencer: QuickFirst },
    isolate: false,
    testTimeout: 30_000,
  },
});
