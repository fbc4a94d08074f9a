import { createHash } from 'node:crypto';
import { seededRandom } from '../../../support/seeded-random.ts';

/** Random stream for each concern, so that the draws of one do not affect the others. */
export type Random = () => number;

export function getStream(seed: number, concern: string): Random {
  return seededRandom(createHash('sha256').update(`${seed} ${concern}`).digest().readUInt32BE(0));
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
