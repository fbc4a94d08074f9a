import { expect, test } from 'vitest';
import { plantedBugs } from './planted-bugs.ts';
import { playBoard } from './play-board.ts';

test('no secret is in any sink, and each tool got what it may have', async () => {
  const { calls, searched, leaks, wrong } = await playBoard();
  console.log(
    `leaked secrets: ${calls} calls, ${leaks.length} found, ${wrong.length} wrong; searched ${JSON.stringify(searched)}`,
  );
  expect({ leaks, wrong }).toEqual({ leaks: [], wrong: [] });
  for (const [sink, bytes] of Object.entries(searched))
    if (sink !== 'terminal') expect([sink, bytes > 1_000]).toEqual([sink, true]);
});

test.each(Object.entries(plantedBugs))('the planted bug “%s” is found', async (_, plant) => {
  const { leaks, wrong } = await playBoard(plant);
  expect([...leaks, ...wrong]).not.toEqual([]);
});
