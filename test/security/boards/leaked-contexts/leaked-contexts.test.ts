import { expect, onTestFinished, test } from 'vitest';
import { caseCount } from '../../../support/case-count.ts';
import { observeNothing } from '../../../support/run-logs/observed-environment.ts';
import { huntedBugs } from '../hunted-bugs.ts';
import { plantedBugs } from './planted-bugs.ts';
import { playBoard } from './play-board.ts';

/** Longer run: `AGENT_HOME_BOARD_MESSAGES=5000`. */
const messages = Number(process.env.AGENT_HOME_BOARD_MESSAGES ?? caseCount(120, 500));
/** To select a bug: `AGENT_HOME_BOARD_BUG=all-sessions-are-one`. */
const hunted = huntedBugs(plantedBugs, 3);

/**
 * Some bugs need two events at the same moment, which depends on chance, so a round without a finding is followed by a longer one.
 */
async function hunt(
  bug: (typeof plantedBugs)[number],
  few: Parameters<typeof playBoard>[0],
): Promise<string> {
  for (const times of [1, 2, 4, 8]) {
    const { leaks, messages: played } = await playBoard({ ...few, messages: few.messages * times, bug });
    if (leaks[0] !== undefined) return `found in ${played} messages: ${leaks[0]}`;
  }
  return 'NOT FOUND';
}

test('interleaved sessions of ten agents stay separate', {
  timeout: 600_000,
}, async () => {
  const { leaks, wrong, seen, ...counts } = await playBoard({
    agents: 10,
    messages: Math.ceil(messages / 20),
    processes: 3,
  });
  console.log(
    `leaked contexts: ${JSON.stringify(counts)}, markers found where they belong ${JSON.stringify(seen)}; ${leaks.length} leaked, ${wrong.length} wrong`,
  );
  expect({ leaks: leaks.slice(0, 10), wrong: wrong.slice(0, 10) }).toEqual({ leaks: [], wrong: [] });
  expect(counts.messages).toBeGreaterThanOrEqual(messages);
  expect(counts.failovers).toBeGreaterThan(messages / 10);
  for (const [kind, times] of Object.entries(seen))
    expect([kind, times > messages / 10]).toEqual([kind, true]);
});

test('every planted context leak is found', {
  timeout: 600_000,
}, async () => {
  onTestFinished(observeNothing());
  expect(hunted.length).toBeGreaterThan(0);
  const told: string[] = [];
  const few = { agents: 4, messages: 6, processes: 1 };
  const sound = await playBoard(few);
  expect([...sound.leaks, ...sound.wrong]).toEqual([]);
  for (const bug of hunted) told.push(`${bug.name}: ${await hunt(bug, few)}`);
  console.log(`leaked contexts, planted bugs:\n  ${told.join('\n  ')}`);
  expect(told.filter((line) => line.endsWith('NOT FOUND'))).toEqual([]);
});
