import type { Rules } from './rules.ts';
import type { RoundResult, State } from './state.ts';

type Tally = RoundResult['tally'];

/**
 * Ranks by votes, then by the platform's score. A remaining tie shares the round: a coin says nothing about
 * poems, and its fairness could not be verified without knowing its source.
 */
export function getResult(state: State, rules: Rules): RoundResult {
  const tally = computeTally(state);
  const round = { round_id: state.round_id, theme: state.theme, tally };
  if (tally.length < rules.min_participants) return { ...round, outcome: 'no_contest', winners: [] };
  const isDecided = rules.judge_mode.includes('platform') || tally.some(({ votes }) => votes > 0);
  if (!isDecided) return { ...round, outcome: 'no_votes', winners: [] };
  const winners = tally.filter((poet) => !tally.some((other) => isAhead(other, poet)));
  return {
    ...round,
    outcome: winners.length > 1 ? 'shared' : 'won',
    winners: winners.map(({ agent_id }) => agent_id),
  };
}

function isAhead(one: Tally[number], other: Tally[number]): boolean {
  return one.votes === other.votes ? (one.score ?? 0) > (other.score ?? 0) : one.votes > other.votes;
}

/** Returns one line per poet, in the order of their first poems. For several poems, the votes add up and the best score counts. */
function computeTally({ submissions }: State): Tally {
  const poets = new Map<string, Tally[number]>();
  for (const { agent_id: agentId, valid, votes, score } of submissions) {
    if (!valid) continue;
    const poet = poets.get(agentId);
    const best = poet?.score == null || (score !== null && score > poet.score) ? score : poet.score;
    poets.set(agentId, { agent_id: agentId, votes: votes + (poet?.votes ?? 0), score: best });
  }
  return [...poets.values()];
}

/** Returns the number of rounds won by each poet, including shared wins; most wins first, then by name. */
export function collectStandings(results: readonly RoundResult[]): State['standings'] {
  const wins = new Map<string, number>();
  for (const { winners } of results) {
    for (const agentId of winners) wins.set(agentId, (wins.get(agentId) ?? 0) + 1);
  }
  return [...wins]
    .map(([agentId, count]) => ({ agent_id: agentId, wins: count }))
    .sort((one, other) => other.wins - one.wins || (one.agent_id < other.agent_id ? -1 : 1));
}
