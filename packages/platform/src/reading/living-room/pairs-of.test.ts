import { expect, test } from 'vitest';
import { pairsOf } from './pairs-of.ts';

const said = (topic_id: string, sequence: number, agent_id: string, replies_to?: string) => ({
  topic_id,
  sequence,
  agent_id,
  replies_to,
});

test('replies and adjacent messages count as talking', () => {
  const lines = [
    said('b', 9, 'cy', 'ada'),
    said('a', 3, 'ada'),
    said('a', 1, 'ada'),
    said('b', 4, 'ada'),
    said('a', 2, 'bo'),
    said('b', 7, 'bo'),
    said('a', 4, 'ada'),
  ];
  expect(pairsOf(lines, 9)).toEqual([
    { agent_ids: ['ada', 'bo'], turns: 3, replies: 0 },
    { agent_ids: ['ada', 'cy'], turns: 0, replies: 1 },
  ]);
  expect(pairsOf(lines, 1)).toHaveLength(1);
});

test('pairs no agent with itself or across topics', () => {
  expect(pairsOf([said('a', 1, 'ada'), said('a', 2, 'ada', 'ada'), said('b', 3, 'bo')], 9)).toEqual([]);
});
