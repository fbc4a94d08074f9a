import { expect, test } from 'vitest';
import { field, talkPlaces } from './talk-places.ts';

const pair = (one: string, other: string, turns: number) => ({
  agent_ids: [one, other] as [string, string],
  turns,
  replies: 0,
});

test('draws talking agents by id at fixed places', () => {
  const before = talkPlaces([pair('ada', 'bo', 5), pair('bo', 'cy', 3)]);
  const after = talkPlaces([pair('bo', 'cy', 9), pair('ada', 'bo', 5)]);
  expect([...before.places]).toEqual([...after.places]);
  expect([...before.places.keys()]).toEqual(['ada', 'bo', 'cy']);
  expect(after.pairs.at(-1)?.turns).toBe(9);
  for (const { x, y } of before.places.values())
    expect(x > 30 && x < field - 30 && y > 20 && y < field - 20).toBe(true);
});

test('a home in which very many talk draws those who talk most', () => {
  const ring = Array.from({ length: 30 }, (_, index) =>
    pair(`a${index + 10}`, `a${index + 11}`, 100 - index),
  );
  const { places, pairs } = talkPlaces(ring);
  expect(places.size).toBe(12);
  expect(pairs).toHaveLength(11);
});
