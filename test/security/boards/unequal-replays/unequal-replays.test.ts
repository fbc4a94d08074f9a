import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { collectedInto } from '../../../support/run-logs/collected-into.ts';
import { observeNothing } from '../../../support/run-logs/observed-environment.ts';
import { openProject } from '../../../system/commands/support/agent-project.ts';
import { huntedBugs } from '../hunted-bugs.ts';
import { plantedBugs } from './planted-bugs.ts';
import { playBoard } from './play-board.ts';

/** To select a bug: `AGENT_HOME_BOARD_BUG=a-question-has-a-random-id`. */
const hunted = huntedBugs(plantedBugs, 3);

test('a log replays equally in another process, time and language', {
  timeout: 120_000,
}, async () => {
  const { logs, records, types, unequal } = await playBoard();
  console.log(
    `unequal replays: ${logs} logs, ${records} records of ${types.length} types, ${unequal.length} unequal`,
  );
  expect(unequal).toEqual([]);
  // The logs must contain all kinds of runs; a single kind proves little.
  const kinds = ['model.delta', 'memory.found', 'approval.decided', 'call.prepared', 'kairo.agent.thought'];
  expect(types).toEqual(expect.arrayContaining(kinds));
  expect(types.length).toBeGreaterThan(20);
});

test('logs of processes started by tests are replayed as well', {
  timeout: 120_000,
}, async () => {
  const { run, runs, log } = await openProject('rules: [{ answer: Hello. }]');
  expect(await run('agents', 'run', 'ada', '-p', 'hello')).toMatchObject({ code: 0 });
  const [made] = await runs();
  const path = log(made?.run_id ?? '');
  expect(existsSync(path)).toBe(true);
  const folder = process.env[collectedInto] ?? '';
  const copies = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const found = copies
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { path: string; text: string })
    .find((copy) => copy.path === path);
  expect(found?.text).toBe(readFileSync(path, 'utf8'));
});

test('each planted bug of unequal replays is found', {
  timeout: 300_000,
}, async () => {
  onTestFinished(observeNothing());
  expect(hunted.length).toBeGreaterThan(0);
  const told: string[] = [];
  for (const bug of hunted) {
    const [first] = (await playBoard(bug)).unequal;
    told.push(`${bug.name}: ${first === undefined ? 'NOT FOUND' : `found: ${first}`}`);
  }
  console.log(`unequal replays, planted bugs:\n  ${told.join('\n  ')}`);
  expect(told.filter((line) => line.endsWith('NOT FOUND'))).toEqual([]);
});
