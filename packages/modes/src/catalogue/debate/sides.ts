import type { ModeContext } from '../../mode/mode.ts';
import { joinedTooLate } from '../../shared/cast.ts';
import type { Refusal } from '../../shared/refusal.ts';
import type { Rules } from './rules.ts';
import type { State } from './state.ts';

export function collectMembers(state: State, side: string): readonly string[] {
  return state.sides[side] ?? [];
}

export function findSide(state: State, agentId: string, rules: Rules): string | undefined {
  return rules.sides.find((side) => collectMembers(state, side).includes(agentId));
}

/** Returns the side of this name if the agent may join it, or the reason why not. */
export function joinableSide(
  state: State,
  agentId: string,
  name: unknown,
  rules: Rules,
  context: ModeContext,
): { side: string } | { refusal: Refusal } {
  const no = (reason: Refusal['reason'], explanation: string) => ({ refusal: { reason, explanation } });
  if (findSide(state, agentId, rules)) return no('already_joined', 'you are on a side already');
  if (state.joining_ends_at === null) return no('already_started', 'the sides were settled at the start');
  const side = rules.sides.find((each) => each === name);
  if (side === undefined)
    return no('bad_payload', `queue_join needs payload.side: ${rules.sides.join(' or ')}`);
  if (collectMembers(state, side).length >= rules.side_max)
    return no('side_full', `${side} has its ${rules.side_max} members`);
  const late = joinedTooLate(state.joining_ends_at, context);
  return late ? { refusal: late } : { side };
}

export function withMember(state: State, side: string, agentId: string): State {
  const sides = { ...state.sides, [side]: [...collectMembers(state, side), agentId] };
  return { ...state, sides, starting_side: state.starting_side ?? side };
}

/** Before the start, a side that all members left again does not count as joined first. */
export function withoutMember(state: State, side: string, agentId: string, rules: Rules): State {
  const members = collectMembers(state, side).filter((member) => member !== agentId);
  const left = { ...state, sides: { ...state.sides, [side]: members }, silent_turns: 0 };
  if (state.joining_ends_at === null || members.length > 0 || state.starting_side !== side) return left;
  const other = rules.sides.find((each) => collectMembers(left, each).length > 0);
  return { ...left, starting_side: other ?? null };
}
