import { expect, onTestFinished, test } from 'vitest';
import type { Mutation } from '../../../meta/source-mutations/changes.ts';
import { observeNothing } from '../../../support/run-logs/observed-environment.ts';
import { huntedBugs } from '../hunted-bugs.ts';
import { collectWrites, judgeSurvived } from './judge-survived.ts';
import { plantedBugs } from './planted-bugs.ts';
import { type Board, type Death, openBoard } from './play-board.ts';

/** Run one bug alone: `AGENT_HOME_BOARD_BUG=lines-are-held-back`. */
const hunted = huntedBugs(plantedBugs, 3);

test('every planted doubling bug is found', {
  timeout: 600_000,
}, async () => {
  onTestFinished(observeNothing());
  expect(hunted.length).toBeGreaterThan(0);
  const sound = await openBoard();
  const writes = await (async () => {
    try {
      return collectWrites(await sound.play({ records: 10_000, moment: 'behind' }));
    } finally {
      await sound.close();
    }
  })();
  const deaths: Death[] = [
    { records: 10_000, moment: 'behind' },
    ...writes.map((at) => ({ records: at, moment: 'before' as const })),
    ...[10, 18, 26, 34].map((diskKilobytes) => ({ diskKilobytes })),
  ];
  const told: string[] = [];
  const waiting = [...hunted];
  const work = async () => {
    for (let bug = waiting.shift(); bug; bug = waiting.shift())
      told.push(`${bug.name}: ${await hunt(bug, deaths)}`);
  };
  await Promise.all([work(), work(), work()]);
  console.log(`doubled effects, planted bugs:\n  ${told.join('\n  ')}`);
  expect(told.filter((line) => line.endsWith('NOT FOUND'))).toEqual([]);
});

async function hunt(bug: Mutation, deaths: readonly Death[]): Promise<string> {
  const board = await openBoard(bug);
  try {
    for (const [runs, death] of deaths.entries()) {
      const wrong = await wrongWith(board, death);
      if (wrong !== undefined) return `found after ${runs + 1} runs: ${wrong}`;
    }
    return 'NOT FOUND';
  } finally {
    await board.close();
  }
}

/** Returns the fault that the board finds. A log that cannot be resumed or replayed counts as one. */
async function wrongWith(board: Board, death: Death): Promise<string | undefined> {
  try {
    return judgeSurvived(await board.play(death))[0];
  } catch (error) {
    return String(error).split('\n')[0]?.slice(0, 200);
  }
}
