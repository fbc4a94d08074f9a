import { expect, test } from 'vitest';
import { getStream } from '../../../faults/simulation/plan/streams.ts';
import { caseCount, caseShare, drawnPart } from '../../../support/case-count.ts';
import { collectWrites, judgeSurvived } from './judge-survived.ts';
import { type Death, openBoard, type Survived } from './play-board.ts';

/** Longer run: `AGENT_HOME_BOARD_KILLS=2000`. Repeat a run: `AGENT_HOME_BOARD_SEED` with the printed seed. */
const kills = Number(process.env.AGENT_HOME_BOARD_KILLS ?? caseCount(24, 200));
const seed = Number(process.env.AGENT_HOME_BOARD_SEED ?? Math.floor(Math.random() * 1_000_000));
const dayMs = 24 * 3_600_000;
/** Clock offsets of the process that dies: correct, ahead of the resuming process, and behind it. */
const clocks = [0, dayMs, -dayMs];

test('a killed run is resumed with each effect once', async () => {
  const board = await openBoard();
  const seen = { runs: 0, killed: 0, torn: 0, full: 0, settled: 0, people: 0 };
  const wrong: string[] = [];
  const take = (survived: Survived, name: string) => {
    seen.runs += 1;
    if (survived.died === 'SIGKILL') seen.killed += 1;
    if (survived.died === 'error') seen.full += 1;
    if (survived.tornBytes > 0) seen.torn += 1;
    seen.people += survived.asked.filter(({ kind }) => kind === 'outcome').length;
    const finished = survived.judged?.whole.filter(({ type }) => type === 'call.finished') ?? [];
    seen.settled += finished.filter(({ data }) => data.settled === true).length;
    wrong.push(...judgeSurvived(survived).map((problem) => `${name}: ${problem}`));
  };
  try {
    const whole = await board.play({ records: 10_000, moment: 'behind' });
    take(whole, 'whole');
    expect(whole.died).toBeUndefined();
    const records = whole.judged?.whole.length ?? 0;
    expect(records).toBeGreaterThan(70);
    const random = getStream(seed, 'moments');
    const behind = Array.from({ length: records - 1 }, (_, at) => ({
      records: at + 1,
      moment: 'behind' as const,
    }));
    const deaths: Death[] = [
      ...caseShare(behind, drawnPart, 3),
      ...[0, ...collectWrites(whole)].map((at) => ({ records: at, moment: 'before' as const })),
      ...Array.from({ length: Math.floor(records / 5) }, (_, at) => ({
        records: 5 * at + 1,
        moment: 'within' as const,
      })),
      ...Array.from({ length: 12 }, (_, at) => ({ diskKilobytes: 4 * at + 2 })),
      ...Array.from({ length: kills }, () => ({ afterMs: random() * whole.ranMs })),
    ];
    const cases = deaths.map((death, index) => ({ death, clock: clocks[index % clocks.length] ?? 0 }));
    // Several at a time: mostly they wait for processes to start.
    const work = async () => {
      for (let next = cases.shift(); next; next = cases.shift()) {
        const survived = await board.play(next.death, next.clock);
        take(survived, `${JSON.stringify(next)}`);
        if ('records' in next.death) expect([next, survived.died]).toEqual([next, 'SIGKILL']);
      }
    };
    await Promise.all([work(), work(), work(), work()]);
  } finally {
    await board.close();
  }
  console.log(
    `doubled effects, seed ${seed}, part ${drawnPart}: ${JSON.stringify(seen)}; ${wrong.length} effects twice or lost`,
  );
  expect(wrong).toEqual([]);
  // The played cases must include the moments between an effect and its record.
  const least = { torn: caseCount(4, 11), full: 6, settled: caseCount(1, 4), people: caseCount(1, 4) };
  for (const moment of ['torn', 'full', 'settled', 'people'] as const)
    expect([moment, seen[moment] >= least[moment]]).toEqual([moment, true]);
}, 900_000);
