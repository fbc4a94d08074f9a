import { expect, test } from 'vitest';
import { runTests } from '../../../meta/seed-mutations/run-tests.ts';
import { SourceCopy } from '../../../meta/seed-mutations/source-copy.ts';
import { changeSources } from '../../../meta/source-mutations/change-sources.ts';
import { readSources } from '../../../meta/source-mutations/read-sources.ts';
import { huntedBugs } from '../hunted-bugs.ts';
import { type ForgettingBug, plantedBugs } from './planted-bugs.ts';

/** Run one bug alone: `AGENT_HOME_BOARD_BUG=blind-sweep`. */
const hunted = huntedBugs(plantedBugs, 3);
const lanes = 2;

test('each planted bug after an unsynced commit is found', {
  timeout: 600_000,
}, async () => {
  expect(hunted.length).toBeGreaterThan(0);
  const told: string[] = [];
  const waiting = [...hunted];
  const lane = async () => {
    const copy = await SourceCopy.make();
    try {
      for (let bug = waiting.shift(); bug; bug = waiting.shift())
        told.push(`${bug.name}: ${await hunt(copy, bug)}`);
    } finally {
      await copy.remove();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  console.log(`forgotten commits, planted bugs:\n  ${told.join('\n  ')}`);
  expect(told.filter((line) => !line.includes(': found'))).toEqual([]);
});

/** Runs the bug's test in a copy of the sources with the bug. The same test passes without it, in the long suite. */
async function hunt(copy: SourceCopy, bug: ForgettingBug): Promise<string> {
  const texts = changeSources(readSources(), bug.changes);
  await copy.change(texts);
  try {
    const { outcomes, why, said } = await runTests(
      copy.folder,
      'test/faults/forgotten-commits.long.test.ts',
      [bug.foundBy],
    );
    const outcome = outcomes.get(bug.foundBy);
    if (outcome === 'red') return `found: ${why.slice(0, 160)}`;
    return `NOT FOUND, ${outcome}${outcome === 'not_run' ? `: ${said.slice(-2_000)}` : ''}`;
  } finally {
    await copy.restore(texts.keys());
  }
}
