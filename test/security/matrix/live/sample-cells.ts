import { seededRandom } from '../../../support/seeded-random.ts';
import { actions, type Cell, type Situation, type Store } from '../dimensions.ts';
import { expectCell } from '../expected/expect-cell.ts';
import { cellsLeftOut } from '../left-out.ts';
import { objectNames } from '../object-classes.ts';
import { collectValues, Numbers, ownValues, Pairs } from './cell-pairs.ts';
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
 * Returns cells that cover every possible pair of values: first one for each audience at its own door, then greedily those that
 * cover most pairs. Adds `extra` cells that no policy refuses, because nearly all cells are refused.
 */
export function sampleCells(situations: LiveSituation[], store: Store, extra: number, seed: number): Sample {
  const numbers = new Numbers();
  const all = shuffled(
    situations.flatMap((live) => {
      const common = collectValues(live.situation).map((value) => numbers.of(value));
      return collectCells(live.situation, store).map((cell) => ({
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
  // Some audiences would have only refused cells with the pairs alone.
  const doors = new Set<string>();
  all.forEach(({ cell }, at) => {
    const door = findDoor(cell);
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
    // Cells that the policy allows and the proxy refuses are as rare as allowed ones.
    if (chosen.has(at) || refusedBy === 'credential' || left[answer] === 0) continue;
    left[answer] -= 1;
    choose(at);
  }
  const cells = all.filter((_, at) => chosen.has(at)).map(({ cell, live }) => ({ cell, live }));
  return { cells, pairs: pairs.count() };
}

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

/** Objects that an audience reads first, and that its members write. */
const doorObjects = new Set([
  'manifest',
  'message_now',
  'request_own',
  'join_request_own',
  'join_approval_own',
  'artifact_own',
]);

function findDoor({ situation, object, action }: Cell): string | undefined {
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

function collectCells(situation: Situation, store: Store): Cell[] {
  return objectNames(situation.container).flatMap((object) =>
    actions
      .map((action): Cell => ({ situation, object, action, store }))
      .filter((cell) => !cellsLeftOut.some(({ applies }) => applies(cell))),
  );
}
