import type { ReadPresentRules } from '@agent-home/runtime-node';
import { expect, onTestFinished, test } from 'vitest';
import { observeNothing } from '../../../support/run-logs/observed-environment.ts';
import { referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import { huntedBugs } from '../hunted-bugs.ts';
import { collectWrites } from './judge-survived.ts';
import { type Board, type Death, openBoard, type Survived } from './play-board.ts';
import { tightenedBugs } from './tightened-bugs.ts';

/** Run one bug alone: `AGENT_HOME_BOARD_BUG=a-withdrawn-call-is-made`. */
const hunted = huntedBugs(tightenedBugs, 3);

const { definition } = referenceOrder({ tools: { deny: ['*'] } });
/** Rules of the resumption, which deny every call. */
const denyAll: ReadPresentRules = async () => ({
  operator: { autoApprove: ['safe', 'low', 'medium', 'high'], unlocked: [] },
  orders: new Map([[definition.name, { definition, policies: [] }]]),
});

/** Effects after the death, by the process that resumed. */
function doneAfter({ effectsBefore, said, counted, paid, made, judged, state }: Survived): string[] {
  const after = {
    said: said.length,
    counted: counted.length,
    keyed: paid.keyed.length,
    plain: paid.plain,
    remote: paid.remote,
  };
  const wrong = (['said', 'counted', 'keyed', 'plain', 'remote'] as const).flatMap((what) =>
    after[what] > effectsBefore[what] ? [`${what} after the death`] : [],
  );
  if (made !== effectsBefore.made) wrong.push('the file was written after the death');
  if (judged && state && !state.ended) wrong.push('the run has not ended');
  return wrong;
}

/** Lists deaths after every write to the log, and before it, when its effect has already happened. */
async function listDeaths(board: Board): Promise<Death[]> {
  const writes = collectWrites(await board.play({ records: 10_000, moment: 'behind' }));
  return writes.flatMap((at) => [
    { records: at, moment: 'before' as const },
    { records: at, moment: 'behind' as const },
  ]);
}

test('does nothing after a death that present rules deny', {
  timeout: 600_000,
}, async () => {
  const board = await openBoard();
  const wrong: string[] = [];
  let runs = 0;
  try {
    const deaths = await listDeaths(board);
    const work = async () => {
      for (let death = deaths.shift(); death; death = deaths.shift()) {
        const name = JSON.stringify(death);
        const survived = await board.play(death, 0, denyAll);
        wrong.push(...doneAfter(survived).map((each) => `${name}: ${each}`));
        runs += 1;
      }
    };
    await Promise.all([work(), work(), work()]);
  } finally {
    await board.close();
  }
  console.log(`doubled effects by stricter rules: ${runs} runs, ${wrong.length} effects after the death`);
  expect(wrong).toEqual([]);
  expect(runs).toBeGreaterThan(20);
});

test('finds every planted bug in a stricter resumption', {
  timeout: 600_000,
}, async () => {
  onTestFinished(observeNothing());
  expect(hunted.length).toBeGreaterThan(0);
  const told: string[] = [];
  for (const bug of hunted) {
    const board = await openBoard(bug);
    try {
      let found = 'NOT FOUND';
      for (const death of await listDeaths(board)) {
        const [first] = await board
          .play(death, 0, denyAll)
          .then(doneAfter, (error: unknown) => [String(error).split('\n')[0] ?? '']);
        if (first === undefined) continue;
        found = `found at ${JSON.stringify(death)}: ${first}`;
        break;
      }
      told.push(`${bug.name}: ${found}`);
    } finally {
      await board.close();
    }
  }
  console.log(`doubled effects by stricter rules, planted bugs:\n  ${told.join('\n  ')}`);
  expect(told.filter((line) => line.endsWith('NOT FOUND'))).toEqual([]);
});
