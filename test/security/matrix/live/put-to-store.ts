import { expect } from 'vitest';
import { every } from '../../../support/every.ts';
import type { TestHome } from '../../../support/start-home.ts';
import type { Store } from '../dimensions.ts';
import type { ArmedCell } from './attempts.ts';
import { type LivePower, type LiveSituation, takePower } from './live-situation.ts';
import { type LiveCell, type Sample, sampleCells } from './sample-cells.ts';
import { fillGaps, type Tried } from './try-cells.ts';

const seed = 20_260_301;
/** Number of cells that no policy refuses, in addition to those that cover the pairs. */
const extraCells = 200;
const askedAtOnce = 16;

export interface ArmedSample {
  cells: ArmedCell[];
  pairs: Sample['pairs'];
}

/** Prepares a covering sample: each agent gets every credential that it can have at this moment, and every key has an object. */
export async function armSample(
  home: TestHome,
  situations: LiveSituation[],
  store: Store,
): Promise<ArmedSample> {
  const { cells, pairs } = sampleCells(situations, store, extraCells, seed);
  const powers = await takePowers(cells);
  const armed = cells.flatMap(({ cell, live }) => {
    const power = powers.get(live);
    return power ? [{ cell, power }] : [];
  });
  await fillGaps(home, armed);
  return { cells: armed, pairs };
}

async function takePowers(cells: LiveCell[]): Promise<Map<LiveSituation, LivePower>> {
  const asking = [...new Set(cells.map(({ live }) => live))];
  const powers = new Map<LiveSituation, LivePower>();
  await every(asking.length, askedAtOnce, async (index) => {
    const live = asking[index];
    if (live) powers.set(live, await takePower(live));
  });
  return powers;
}

/** Requires a large sample in which both results are common, and every result equals the table's. */
export function expectNoDifference(store: string, { pairs }: ArmedSample, tried: Tried): void {
  const { cells, allowed, attempts, differences } = tried;
  console.log(
    `${store}: ${cells} cells, ${allowed} allowed, ${attempts} attempts, ${pairs.covered} of ${pairs.there} pairs`,
  );
  expect(differences, JSON.stringify(differences.slice(0, 20), null, 2)).toEqual([]);
  expect(cells).toBeGreaterThanOrEqual(1_500);
  expect(allowed).toBeGreaterThan(300);
  expect(pairs.covered).toBe(pairs.there);
}
