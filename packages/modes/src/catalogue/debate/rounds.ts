import type { ModeContext, Transition } from '../../mode/mode.ts';
import { isDeserted } from '../../shared/cast.ts';
import { closeTopic } from '../../shared/close-topic.ts';
import type { ClosedReason } from '../../shared/ending.ts';
import { giveTurn, noTurn } from '../../shared/turns.ts';
import { accept } from '../../shared/verdicts.ts';
import type { Rules } from './rules.ts';
import { collectMembers } from './sides.ts';
import type { State } from './state.ts';

/**
 * Returns the turns in a round. Both sides get as many as the larger one has members, fixed when the round starts. Members of the
 * smaller side speak again in rotation, so that a larger side has no advantage.
 */
function turnsInRound(state: State, rules: Rules): number {
  return 2 * Math.max(...rules.sides.map((side) => collectMembers(state, side).length));
}

export function startRound(state: State, rules: Rules, context: ModeContext): Transition<State> {
  const round_no = state.round_no + 1;
  const phase = round_no === 1 ? 'opening' : round_no === rules.rounds_max ? 'closing' : 'rebuttal';
  const round = { ...state, round_no, phase, turns_left: turnsInRound(state, rules) } as const;
  return giveTurnTo(round, state.starting_side ?? rules.sides[0], rules, context);
}

/** Ends the current turn. The sides alternate strictly, also across rounds. */
export function endTurn(state: State, rules: Rules, context: ModeContext): Transition<State> {
  const ended = { ...state, silent_turns: state.speaker_has_posted ? 0 : state.silent_turns + 1 };
  if (isDeserted(ended.silent_turns, turnsInRound(state, rules))) return endDebate(ended, 'nobody_left');
  return passTurn(ended, rules, context);
}

export function passTurn(state: State, rules: Rules, context: ModeContext): Transition<State> {
  const [one, other] = rules.sides;
  if (state.turns_left > 0)
    return giveTurnTo(state, state.speaker_side === one ? other : one, rules, context);
  if (state.round_no >= rules.rounds_max) return endDebate(state, 'completed');
  return startRound(state, rules, context);
}

function giveTurnTo(state: State, side: string, rules: Rules, context: ModeContext): Transition<State> {
  const [speaker, ...waiting] = collectMembers(state, side);
  if (speaker === undefined) return endDebate(state, 'too_few');
  const number = state.turns_started + 1;
  const { turn, started } = giveTurn(number, speaker, rules.turn_ttl_seconds, context);
  const next = {
    ...state,
    ...turn,
    joining_ends_at: null,
    sides: { ...state.sides, [side]: [...waiting, speaker] },
    speaker_side: side,
    speaker_has_posted: false,
    turns_left: state.turns_left - 1,
    turns_started: number,
  };
  return accept(next, [started]);
}

export function endDebate(state: State, reason: ClosedReason): Transition<State> {
  const idle = { ...noTurn, speaker_side: null, speaker_has_posted: false, joining_ends_at: null };
  return closeTopic({ ...state, ...idle, phase: 'done', turns_left: 0 }, reason);
}
