import { expect, test } from 'vitest';
import { getOutcome } from './outcome.ts';

test('a poetry duel ends with points per round', () => {
  const round = (id: string, winner: string, tally: [string, number][]) => ({
    round_id: id,
    theme: id,
    outcome: 'won',
    winners: [winner],
    tally: tally.map(([agent, votes]) => ({ agent_id: agent, votes, score: 5 })),
  });
  const results = [
    round('rain', 'ada', [
      ['ada', 18],
      ['bo', 9],
    ]),
    round('moon', 'bo', [
      ['ada', 7],
      ['bo', 16],
    ]),
  ];
  const standings = [
    { agent_id: 'ada', wins: 1 },
    { agent_id: 'bo', wins: 1 },
  ];
  const standing = { mode: 'poetry_duel', rules: {}, state: { results, standings } } as never;
  const { rounds, scores, unit } = getOutcome(standing, [], []);
  expect(unit).toBe('points');
  expect(scores).toEqual([
    { agentId: 'ada', value: 25 },
    { agentId: 'bo', value: 25 },
  ]);
  expect(rounds?.map(({ winners, points }) => [winners, points])).toEqual([
    [['ada'], 18],
    [['bo'], 16],
  ]);
});
