import type { Effect } from '../../mode/mode.ts';
import type { ClosedReason } from '../../shared/ending.ts';
import { numberedId } from '../../shared/numbered-ids.ts';
import { addSeconds } from '../../shared/time.ts';
import { collectStandings, getResult } from './results.ts';
import type { Rules } from './rules.ts';
import type { State } from './state.ts';

/** State of a duel after a step, for any verdict on the input that caused it. */
export interface Next {
  state: State;
  effects: Effect[];
}

const roundPrefix = 'round_';

export function firstRound(rules: Rules, now: string): State {
  return {
    status: 'open',
    closed_reason: null,
    ...roundStart(1, rules, now),
    results: [],
    standings: [],
  };
}

function roundStart(number: number, rules: Rules, now: string) {
  return {
    phase: 'open' as const,
    round_no: number,
    round_id: numberedId(number, roundPrefix),
    theme: rules.themes[(number - 1) % rules.themes.length] ?? '',
    submission_deadline_at: addSeconds(now, rules.submission_deadline_seconds),
    submissions_count: 0,
    submissions: [],
    voting_ends_at: null,
    votes: [],
    votes_opened: 0,
  };
}

/** Ends the time for poems: received poems are shown next, and without any the round ends. */
export function endSubmissions(state: State, rules: Rules, now: string): Next {
  return state.submissions.length === 0
    ? endRound(state, rules, now)
    : { state: { ...state, phase: 'closed' }, effects: [] };
}

/** Continues once all poems are shown: with votes, if the rules have votes and there is a choice. */
export function endShowing(state: State, rules: Rules, now: string): Next {
  const poets = new Set(state.submissions.flatMap(({ agent_id, valid }) => (valid ? [agent_id] : [])));
  if (poets.size < rules.min_participants || !rules.judge_mode.includes('vote'))
    return endRound(state, rules, now);
  const votingEndsAt = addSeconds(now, rules.voting_seconds);
  return { state: { ...state, phase: 'judging', voting_ends_at: votingEndsAt }, effects: [] };
}

/** Ends the voting; the votes are opened next. */
export function endVoting(state: State, rules: Rules, now: string): Next {
  const ended: State = { ...state, voting_ends_at: null };
  return state.votes.length === 0 ? endRound(ended, rules, now) : { state: ended, effects: [] };
}

export function endRound(state: State, rules: Rules, now: string): Next {
  const result = getResult(state, rules);
  const results = [...state.results, result];
  const ended: State = { ...state, results, standings: collectStandings(results) };
  const isEmptyAgain = [result, state.results.at(-1)].every((round) => round?.outcome === 'no_contest');
  if (isEmptyAgain) return closeDuel(ended, 'too_few');
  if (state.round_no >= rules.rounds_max) return closeDuel(ended, 'completed');
  return { state: { ...ended, ...roundStart(state.round_no + 1, rules, now) }, effects: [] };
}

/** Closes the duel. Sealed poems stay sealed: no verdict needs them, and their authors may want to use them again. */
export function closeDuel(state: State, reason: ClosedReason): Next {
  const closed = { status: 'closed', closed_reason: reason, phase: 'done', voting_ends_at: null } as const;
  return { state: { ...state, ...closed }, effects: [{ type: 'topic_closed' }] };
}
