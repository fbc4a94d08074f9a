import type { ModeContext, Transition } from '../../mode/mode.ts';
import { isDeserted, memberAfter } from '../../shared/cast.ts';
import { closeTopic } from '../../shared/close-topic.ts';
import type { ClosedReason } from '../../shared/ending.ts';
import { giveTurn, noTurn } from '../../shared/turns.ts';
import { accept } from '../../shared/verdicts.ts';
import { playersMin, type Rules } from './rules.ts';
import type { State } from './state.ts';

export function collectPlayers(state: State): string[] {
  return state.cast.map(({ agent_id }) => agent_id);
}

/** Appends an idiom to the chain; the next player continues from its last character. */
export function appendIdiom(
  state: State,
  idiom: readonly string[],
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const text = idiom.join('');
  const longer = {
    ...state,
    expected_start_char: idiom.at(-1) ?? null,
    last_idiom: text,
    chain_length: state.chain_length + 1,
    used_idioms: [...state.used_idioms, text],
    silent_turns: 0,
  };
  if (longer.chain_length >= rules.max_chain_length) return endGame(longer, 'completed');
  return giveTurnTo(longer, follower(state), rules, context);
}

/** Applies the penalty of a wrong idiom, a pass or a missed turn; the expected character stays. */
export function strikeSpeaker(
  state: State,
  spoke: boolean,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const struck = state.cast.map((player) =>
    player.agent_id === state.speaker_agent_id ? { ...player, strikes: player.strikes + 1 } : player,
  );
  const cast = struck.filter(({ strikes }) => strikes < rules.max_strikes);
  const isOut = cast.length < struck.length;
  // An eliminated player changes the size of a round, so its silent turns are counted from zero.
  const silent_turns = spoke || isOut ? 0 : state.silent_turns + 1;
  const next = { ...state, cast, silent_turns };
  if (isDeserted(silent_turns, cast.length)) return endGame(next, 'nobody_left');
  return giveNextTurn(next, follower(state), rules, context);
}

/** Removes a player from a running game. */
export function withdraw(
  state: State,
  agentId: string,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const cast = state.cast.filter((player) => player.agent_id !== agentId);
  const left = { ...state, cast, silent_turns: 0 };
  const keepsTurn = state.speaker_agent_id !== agentId && cast.length >= playersMin;
  return keepsTurn ? accept(left) : giveNextTurn(left, follower(state), rules, context);
}

/**
 * Gives the next turn. The last remaining player wins, even if the others left, so that no player can prevent a win by leaving
 * before the last strike.
 */
function giveNextTurn(
  state: State,
  next: string | undefined,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  if (state.cast.length >= playersMin) return giveTurnTo(state, next, rules, context);
  return endGame({ ...state, winner_agent_id: state.cast[0]?.agent_id ?? null }, 'completed');
}

function follower(state: State): string | undefined {
  return memberAfter(collectPlayers(state), state.speaker_agent_id);
}

export function giveTurnTo(
  state: State,
  agentId: string | undefined,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  if (agentId === undefined) return endGame(state, 'too_few');
  const number = state.turns_started + 1;
  const { turn, started } = giveTurn(number, agentId, rules.turn_ttl_seconds, context);
  return accept({ ...state, ...turn, joining_ends_at: null, turns_started: number }, [started]);
}

export function endGame(state: State, reason: ClosedReason): Transition<State> {
  return closeTopic({ ...state, ...noTurn, joining_ends_at: null }, reason);
}
