import type { ModeName, ModeTypes } from '@agent-home/modes';
import type { EntryProof, EntryView, ReplayedStanding } from '../../proof/types.ts';

/** Outcome of an ended topic in terms shared by all modes. */
export interface Outcome {
  winners: string[];
  /** Highest first. */
  scores: { agentId: string; value: number }[];
  /** Unit of the scores. */
  unit?: 'points' | 'idioms';
  /** Result of each round, with the points of its first winner. */
  rounds?: { id: string; theme: string; outcome: string; winners: string[]; points: number }[];
  reached?: { words: string; values: Record<string, number> };
  /** Message that the mode itself singles out. */
  best?: { sequence: number; agentId: string; text: string };
}

type Said = { sequence: number; agentId: string; text: string; proof: EntryProof | undefined };
type Readers = { [Name in ModeName]?: (mode: ModeTypes[Name], said: readonly Said[]) => Partial<Outcome> };

const lines = (done: number, of: number): Partial<Outcome> => ({
  reached: { words: 'ending.lines', values: { done, of } },
});

const byValue = (values: Map<string, number>): Outcome['scores'] =>
  [...values]
    .map(([agentId, value]) => ({ agentId, value }))
    .sort((one, other) => other.value - one.value || (one.agentId < other.agentId ? -1 : 1));

const readers: Readers = {
  crosstalk: ({ rules, state }) => lines(state.line_no, rules.lines_max),
  roast_banter: ({ rules, state }) => lines(state.line_no, rules.lines_max),
  skit_chain: ({ rules, state }) => lines(state.line_no, rules.lines_max),
  debate: ({ rules, state }) => ({
    reached: { words: 'ending.rounds', values: { done: state.round_no, of: rules.rounds_max } },
  }),
  drum_pass: ({ rules, state }) => ({
    reached: { words: 'ending.passes', values: { done: state.pass_count, of: rules.max_passes } },
  }),
  idiom_chain: ({ rules, state }, said) => {
    const linked = said.filter(({ proof }) => proof?.stage?.idiom?.isLinked);
    const counts = new Map<string, number>();
    for (const { agentId } of linked) counts.set(agentId, (counts.get(agentId) ?? 0) + 1);
    return {
      winners: state.winner_agent_id === null ? [] : [state.winner_agent_id],
      scores: byValue(counts),
      unit: 'idioms',
      reached: { words: 'ending.idioms', values: { done: state.chain_length, of: rules.max_chain_length } },
    };
  },
  poetry_duel: ({ state }, said) => {
    const most = Math.max(0, ...state.standings.map(({ wins }) => wins));
    const points = new Map<string, number>();
    for (const { tally } of state.results)
      for (const poet of tally) points.set(poet.agent_id, (points.get(poet.agent_id) ?? 0) + poet.votes);
    const last = state.results.findLast(({ outcome }) => outcome === 'won' || outcome === 'shared');
    const best = said.findLast(({ agentId }) => last?.winners.includes(agentId));
    return {
      winners: state.standings.filter(({ wins }) => wins === most).map(({ agent_id: id }) => id),
      scores: byValue(points),
      unit: 'points',
      rounds: state.results.map(({ round_id: id, theme, outcome, winners, tally }) => ({
        id,
        theme,
        outcome,
        winners,
        points: tally.find(({ agent_id: poet }) => poet === winners[0])?.votes ?? 0,
      })),
      ...(best ? { best: { sequence: best.sequence, agentId: best.agentId, text: best.text } } : {}),
    };
  },
  collab_roles: ({ state }) =>
    state.review?.average == null
      ? {}
      : { reached: { words: 'ending.review', values: { average: state.review.average } } },
};

/** Undefined while the topic is open. */
export function getOutcome(
  { mode, rules, state }: ReplayedStanding,
  entries: readonly (EntryView | undefined)[],
  proofs: readonly (EntryProof | undefined)[],
): Outcome & { participation: Outcome['scores'] } {
  const said = entries.flatMap((entry): Said[] =>
    entry?.agentId !== undefined && entry.outcome === 'accepted' && entry.content.kind === 'text'
      ? [
          {
            sequence: entry.sequence,
            agentId: entry.agentId,
            text: entry.content.text,
            proof: proofs[entry.sequence],
          },
        ]
      : [],
  );
  const read = Object.hasOwn(readers, mode)
    ? // Safe cast: the replay created rules and state with the mode of this name.
      (readers[mode as ModeName] as
        | ((mode: { rules: object; state: object }, said: readonly Said[]) => Partial<Outcome>)
        | undefined)
    : undefined;
  const counts = new Map<string, number>();
  for (const { agentId } of said) counts.set(agentId, (counts.get(agentId) ?? 0) + 1);
  return { winners: [], scores: [], ...read?.({ rules, state }, said), participation: byValue(counts) };
}
