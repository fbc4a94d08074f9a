import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Board, openBoard, type Survived } from '../killing/killed-at.ts';
import { type Moment, moments } from '../killing/killing-store.ts';

let board: Board;
beforeAll(async () => {
  board = await openBoard();
});
afterAll(() => board.close());

/** What each of them has to show, wherever it died. */
function expectOnce(
  at: string,
  { state, judged, said, counted, made, isWrittenAgain, linesBefore }: Survived,
): void {
  // Each effect at most once; what has a trace of its own exactly once.
  expect([at, counted.length <= 1, said.length <= 1, isWrittenAgain]).toEqual([at, true, true, false]);
  if (!state || !judged) {
    expect([at, linesBefore, said, counted, made]).toEqual([at, 0, [], [], undefined]);
    return;
  }
  expect([at, judged.missing]).toEqual([at, []]);
  if (linesBefore === 1) {
    expect([at, state.ended?.status]).toEqual([at, 'cancelled']);
    return;
  }
  expect([at, state.ended?.status, said.length, made]).toEqual([at, 'answered', 1, 'one two']);
  expect([at, said[0]]).toEqual([at, expect.stringMatching(/^messages\/[0-9a-f]{64} hello everybody$/)]);
  // A server keeps no trace: whether it counted is known, or said not to be.
  const results = judged.whole
    .filter(({ type }) => type === 'kairo.tool.result')
    .map(({ data }) => JSON.stringify(data.result));
  const isUnknown = results.some((result) => result.includes('outcome_unknown'));
  expect([at, counted.length === 1 || isUnknown]).toEqual([at, true]);
}

test('a process that dies by kill -9 at any record does nothing twice, and its run is ended by another', async () => {
  const whole = await board.killedAt(1_000, 'behind');
  expect(whole.signal).toBeNull();
  const records = whole.judged?.whole.length ?? 0;
  expect(records).toBeGreaterThan(40);
  expectOnce('whole', whole);
  const seen = { killed: 0, torn: 0, settled: 0, unknown: 0 };
  const killAt = async (at: number, moment: Moment) => {
    const survived = await board.killedAt(at, moment);
    const name = `${moment} ${at}`;
    if (at < records) expect([name, survived.signal]).toEqual([name, 'SIGKILL']);
    expectOnce(name, survived);
    if (survived.signal) seen.killed++;
    // Half a line was cut, and it was said.
    const isTorn = moment === 'within' && at > 0 && at < records;
    expect([name, survived.tornBytes > 0]).toEqual([name, isTorn]);
    const resumed = survived.judged?.whole.find(({ type }) => type === 'run.resumed');
    if (isTorn && at > 1 && resumed)
      expect([name, resumed.data.torn_bytes]).toEqual([name, survived.tornBytes]);
    if (isTorn) seen.torn++;
    const finished =
      survived.judged?.whole.filter(({ type, data }) => type === 'call.finished' && data.settled === true) ??
      [];
    const unknown = finished.filter(({ data }) => JSON.stringify(data).includes('outcome_unknown')).length;
    seen.unknown += unknown;
    seen.settled += finished.length - unknown;
  };
  const cases = moments.flatMap((moment) =>
    Array.from({ length: records }, (_, at) => [at + (moment === 'behind' ? 1 : 0), moment] as const),
  );
  // Four at a time: mostly they wait for processes to start.
  const take = async () => {
    for (let next = cases.shift(); next; next = cases.shift()) await killAt(...next);
  };
  await Promise.all([take(), take(), take(), take()]);
  expect(seen.killed).toBeGreaterThanOrEqual(3 * records - 1);
  expect(seen.torn).toBe(records - 1);
  // The moments between an effect and its record are among them.
  expect([seen.settled > 3, seen.unknown > 0]).toEqual([true, true]);
}, 900_000);
