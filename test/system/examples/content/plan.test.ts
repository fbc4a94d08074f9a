import { expect, it } from 'vitest';
import { acts } from '../../../../examples/agents/acts.ts';
import { dayMs, neverEnding, pace, simulate } from './simulated-show.ts';

const pasts = [{}, { debate: 23, crosstalk: 7, skit: 5, thread: 1, 'poetry-duel': 9 }];

it('no topic title of the residents returns within a day', () => {
  for (const past of pasts) {
    const last = new Map<string, number>();
    for (const { title, at } of simulate(3, past)) {
      const sinceLast = at - (last.get(title) ?? 0);
      expect({ title, isEarly: sinceLast < dayMs }).toEqual({ title, isEarly: false });
      last.set(title, at);
    }
  }
});

it('every piece is played before one of its kind returns', () => {
  const opened = simulate(4);
  for (const { kind, pieces } of acts.filter((act) => Number.isFinite(act.pieces))) {
    const titles = opened.filter((show) => show.kind === kind).map(({ title }) => title);
    expect(new Set(titles.slice(0, pieces)).size).toBe(pieces);
    expect(titles[pieces]).toBe(titles[0]);
  }
});

it('numbers the titles of improvised games', () => {
  const game = acts.find(({ kind }) => kind === 'idiom-chain');
  const titles = Array.from({ length: 500 }, (_, index) => game?.topic(index + 1, pace).title);
  expect(new Set(titles).size).toBe(500);
});

it('a fresh home plays every mode all day', () => {
  const start = 1_000 * dayMs;
  const opened = simulate(1);
  const kinds = (within: number) =>
    new Set(opened.filter(({ at }) => at - start < within).map(({ kind }) => kind));
  const all = acts.filter(({ stage }) => !neverEnding.includes(stage));
  expect([...kinds(10 * 60_000)].sort()).toEqual(all.map(({ kind }) => kind).sort());
  const starts = opened.map(({ at }) => at).sort((one, other) => one - other);
  const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? at));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(10 * 60_000);
});
