import { expect, test } from 'vitest';
import { huntedBugs } from '../hunted-bugs.ts';
import { withPlantedBug } from '../plant-bug.ts';
import { plantedBugs } from './planted-bugs.ts';
import { runBoard } from './run-board.ts';

type Code = typeof import('./ask-code.ts');
const entry = new URL('./ask-code.ts', import.meta.url);

/** Run one bug alone: `AGENT_HOME_BOARD_BUG=approval-is-forgotten`. */
const hunted = huntedBugs(plantedBugs, 1);

test('every planted bug in decisions is found', { timeout: 180_000 }, async () => {
  expect(hunted.length).toBeGreaterThan(0);
  // Without a bug the board finds nothing, so the findings below are caused by the bugs.
  const harmless = { name: 'none', changes: [], harm: 'none' };
  const sound = await withPlantedBug(harmless, entry, ({ openHouse }: Code) =>
    runBoard(openHouse, { seed: 2, cases: 4_000 }),
  );
  expect(sound.first).toBeUndefined();
  const told: string[] = [];
  for (const bug of hunted) {
    const { cases, first } = await withPlantedBug(bug, entry, ({ openHouse }: Code) =>
      runBoard(openHouse, { seed: 2, cases: 60_000, until: 'difference' }),
    );
    told.push(`${bug.name}: ${first ? `found after ${cases} cases` : 'NOT FOUND'}`);
  }
  console.log(`bypassed denies, planted bugs:\n  ${told.join('\n  ')}`);
  expect(told.filter((line) => line.endsWith('NOT FOUND'))).toEqual([]);
});
