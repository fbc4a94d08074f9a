import { expect, test } from 'vitest';
import { openHouse } from './ask-code.ts';
import { formatBoard, runBoard } from './run-board.ts';

test('the code decides 100,000 cases like the oracle', { timeout: 120_000 }, () => {
  const seed = Number(process.env.AGENT_HOME_BOARD_SEED ?? 1);
  const cases = Number(process.env.AGENT_HOME_BOARD_CASES ?? 100_000);
  const result = runBoard(openHouse, { seed, cases });
  console.log(`${formatBoard(result)} (seed ${seed})`);
  expect(result.first).toBeUndefined();
  // The generator must produce every kind of case; otherwise the board proves nothing.
  for (const count of Object.values(result.counts)) expect(count).toBeGreaterThan(result.cases / 100);
  expect(result.unjudged).toBeGreaterThan(result.cases / 100);
});
