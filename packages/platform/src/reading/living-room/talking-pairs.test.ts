import { expect, test } from 'vitest';
import { collectPairs } from './talking-pairs.ts';

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
  expect(collectPairs(lines, 9)).toEqual([
    { agent_ids: ['ada', 'bo'], turns: 3, replies: 0 },
    { agent_ids: ['ada', 'cy'], turns: 0, replies: 1 },
  ]);
  expect(collectPairs(lines, 1)).toHaveLength(1);
});

test('pairs no agent with itself or across topics', () => {
  expect(collectPairs([said('a', 1, 'ada'), said('a', 2, 'ada', 'ada'), said('b', 3, 'bo')], 9)).toEqual([]);
});
