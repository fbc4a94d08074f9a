import { seededRandom } from '../../support/seeded-random.ts';
import { actions, type Cell, type Situation, type Store } from '../dimensions.ts';
import { expectCell } from '../expected/expect-cell.ts';
import { cellsLeftOut } from '../left-out.ts';
import { objectNames } from '../object-classes.ts';
import type { LiveSituation } from './live-situation.ts';

export interface LiveCell {
  cell: Cell;
  live: LiveSituation;
}

export interface Sample {
  cells: LiveCell[];
  /** Pairs of values of two dimensions. */
  pairs: { there: number; covered: number };
}

/**
 * Cells in which every pair of values is met that is met in any: each audience at its own door first, then greedily
 * those that meet most. Then `extra` cells more that no policy refuses, since nearly all of them are.
 */
export function sampleCells(situations: LiveSituation[], store: Store, extra: number, seed: number): Sample {
  const numbers = new Numbers();
  const all = shuffled(
    situations.flatMap((live) => {
      const common = valuesOf(live.situation).map((value) => numbers.of(value));
      return cellsOf(live.situation, store).map((cell) => ({
        cell,
        live,
        values: [...common, ...ownValues(cell).map((value) => numbers.of(value))],
      }));
    }),
    seededRandom(seed),
  );
  const pairs = new Pairs(
    all.map(({ values }) => values),
    numbers.count,
  );
  const chosen = new Set<number>();
  const choose = (at: number) => {
    chosen.add(at);
    pairs.cover(at);
  };
  // The pairs alone would try many an audience with nothing but what nobody may.
  const doors = new Set<string>();
  all.forEach(({ cell }, at) => {
    const door = doorOf(cell);
    if (door === undefined || doors.has(door)) return;
    doors.add(door);
    choose(at);
  });
  for (const fresh of [16, 6, 2, 1]) {
    for (const at of all.keys()) if (!chosen.has(at) && pairs.fresh(at) >= fresh) choose(at);
  }
  const left = { allowed: extra, refused: extra };
  for (const [at, { cell }] of all.entries()) {
    const { answer, refusedBy } = expectCell(cell);
    // What the policy alone would let through, and the proxy does not, is as rare as what is allowed.
    if (chosen.has(at) || refusedBy === 'credential' || left[answer] === 0) continue;
    left[answer] -= 1;
    choose(at);
  }
  const cells = all.filter((_, at) => chosen.has(at)).map(({ cell, live }) => ({ cell, live }));
  return { cells, pairs: pairs.count() };
}

/** A number for each value. */
class Numbers {
  readonly #known = new Map<string, number>();

  of(value: string): number {
    const number = this.#known.get(value) ?? this.#known.size;
    this.#known.set(value, number);
    return number;
  }

  get count(): number {
    return this.#known.size;
  }
}

/** Which pairs of values there are, and which have been met. */
class Pairs {
  readonly #values: number[][];
  readonly #width: number;
  readonly #there: Uint8Array;
  readonly #met: Uint8Array;

  constructor(values: number[][], width: number) {
    this.#values = values.map((own) => own.sort((one, other) => one - other));
    this.#width = width;
    this.#there = new Uint8Array(this.#width ** 2);
    this.#met = new Uint8Array(this.#width ** 2);
    for (const at of values.keys()) this.#mark(at, this.#there);
  }

  cover(at: number): void {
    this.#mark(at, this.#met);
  }

  /** How many pairs this would be the first to meet. */
  fresh(at: number): number {
    const own = this.#values[at] ?? [];
    let count = 0;
    for (let one = 0; one < own.length; one += 1)
      for (let other = one + 1; other < own.length; other += 1)
        if (this.#met[(own[one] ?? 0) * this.#width + (own[other] ?? 0)] === 0) count += 1;
    return count;
  }

  count(): { there: number; covered: number } {
    const sum = (set: Uint8Array) => set.reduce((total, one) => total + one, 0);
    return { there: sum(this.#there), covered: sum(this.#met) };
  }

  #mark(at: number, set: Uint8Array): void {
    const own = this.#values[at] ?? [];
    for (let one = 0; one < own.length; one += 1)
      for (let other = one + 1; other < own.length; other += 1)
        set[(own[one] ?? 0) * this.#width + (own[other] ?? 0)] = 1;
  }
}

/** The value of each dimension of a situation, by name. */
function valuesOf(situation: Situation): string[] {
  const mode = 'moment' in situation ? [`mode ${situation.moment.split('/')[0]}`] : [];
  return [...mode, ...Object.entries(situation).map(([name, value]) => `${name} ${String(value)}`)];
}

function ownValues({ situation, object, action }: Cell): string[] {
  return [`object ${situation.container} ${object}`, `action ${action}`];
}

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

/** Reading what an audience reads first, and writing what its members write. */
const doorObjects = new Set([
  'manifest',
  'message_now',
  'request_own',
  'join_request_own',
  'join_approval_own',
  'artifact_own',
]);

function doorOf({ situation, object, action }: Cell): string | undefined {
  if (!doorObjects.has(object) || (action !== 'put' && action !== 'get')) return undefined;
  if (action === 'put' && situation.standing !== 'admitted') return undefined;
  if ((object === 'manifest') !== (action === 'get')) return undefined;
  const { container, standing, relation } = situation;
  const rest =
    situation.container === 'circle'
      ? [situation.membershipMode, situation.listed, situation.waiting]
      : 'visibility' in situation
        ? [situation.visibility, situation.lifecycle]
        : [];
  return [container, standing, relation, ...rest, object].join(' ');
}

function cellsOf(situation: Situation, store: Store): Cell[] {
  return objectNames(situation.container).flatMap((object) =>
    actions
      .map((action): Cell => ({ situation, object, action, store }))
      .filter((cell) => !cellsLeftOut.some(({ applies }) => applies(cell))),
  );
}
