import { expect, onTestFinished, test } from 'vitest';
import { caseShare, drawnPart } from '../../../support/case-count.ts';
import { observeNothing } from '../../../support/run-logs/observed-environment.ts';
import { huntedBugs } from '../hunted-bugs.ts';
import { handoffBugs } from './handoff-bugs.ts';
import type { Moment } from './killing-store.ts';
import { openHandoffBoard } from './play-handoff.ts';

/** Run one bug alone: `AGENT_HOME_BOARD_BUG=the-first-agent-s-tools-go-on`. */
const hunted = huntedBugs(handoffBugs, 2);
const whole = { records: 10_000, moment: 'behind' as const };

/** Returns the deaths after every record, and those after an event but before its record is written. */
function deathsIn(records: number): { records: number; moment: Moment }[] {
  return Array.from({ length: records }, (_, at) => at).flatMap((at) => [
    { records: at, moment: 'before' as const },
    ...(at === 0 ? [] : [{ records: at, moment: 'behind' as const }]),
  ]);
}

test('a killed handoff run has each effect once', {
  timeout: 600_000,
}, async () => {
  const board = await openHandoffBoard();
  const wrong: string[] = [];
  let killed = 0;
  try {
    const first = await board.play(whole);
    expect([first.died, first.wrong]).toEqual([false, []]);
    const types = first.judged?.whole.map(({ type }) => type) ?? [];
    expect(types).toEqual(expect.arrayContaining(['handoff.requested', 'run.leg_started']));
    const deaths = caseShare(deathsIn(types.length), drawnPart, 3);
    const waiting = [...deaths];
    const work = async () => {
      for (let at = waiting.shift(); at; at = waiting.shift()) {
        const survived = await board.play(at);
        if (survived.died) killed += 1;
        wrong.push(...survived.wrong.map((each) => `${JSON.stringify(at)}: ${each}`));
      }
    };
    await Promise.all([work(), work(), work()]);
    console.log(
      `doubled effects over a handoff: part ${drawnPart}, ${types.length} records, ${killed} killed, ${wrong.length} wrong`,
    );
    expect(wrong).toEqual([]);
    expect(killed).toBe(deaths.length);
  } finally {
    await board.close();
  }
});

test('every planted doubling bug across handoffs is found', {
  timeout: 600_000,
}, async () => {
  onTestFinished(observeNothing());
  expect(hunted.length).toBeGreaterThan(0);
  const told: string[] = [];
  for (const bug of hunted) {
    const board = await openHandoffBoard(bug);
    try {
      const { judged } = await board.play(whole);
      let found = 'NOT FOUND';
      // An effect is lost or doubled between the effect and its record.
      const deaths = deathsIn(judged?.whole.length ?? 0).filter(({ moment }) => moment === 'before');
      for (const at of deaths) {
        const wrong = await board.play(at).then(
          (survived) => survived.wrong[0],
          (error: unknown) => String(error).split('\n')[0],
        );
        if (wrong === undefined) continue;
        found = `found at ${JSON.stringify(at)}: ${wrong}`;
        break;
      }
      told.push(`${bug.name}: ${found}`);
    } finally {
      await board.close();
    }
  }
  console.log(`doubled effects over a handoff, planted bugs:\n  ${told.join('\n  ')}`);
  expect(told.filter((line) => line.endsWith('NOT FOUND'))).toEqual([]);
});
