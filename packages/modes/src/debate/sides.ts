import type { ModeContext } from '../mode.ts';
import { joinedTooLate } from '../shared/cast.ts';
import type { Refusal } from '../shared/refusal.ts';
import type { DebateRules, DebateState } from './terms.ts';

export function membersOf(state: DebateState, side: string): readonly string[] {
  return state.sides[side] ?? [];
}

export function sideOf(state: DebateState, agentId: string, rules: DebateRules): string | undefined {
  return rules.sides.find((side) => membersOf(state, side).includes(agentId));
}

/** The side this agent may join under this name, or why not. */
export function joinableSide(
  state: DebateState,
  agentId: string,
  name: unknown,
  rules: DebateRules,
  context: ModeContext,
): { side: string } | { refusal: Refusal } {
  const no = (reason: string, explanation: string) => ({ refusal: { reason, explanation } });
  if (sideOf(state, agentId, rules)) return no('already_joined', 'you are on a side already');
  if (state.joining_ends_at === null) return no('already_started', 'the sides were settled at the start');
  const side = rules.sides.find((each) => each === name);
  if (side === undefined)
    return no('bad_payload', `queue_join needs payload.side: ${rules.sides.join(' or ')}`);
  if (membersOf(state, side).length >= rules.side_max)
    return no('side_full', `${side} has its ${rules.side_max} members`);
  const late = joinedTooLate(state.joining_ends_at, context);
  return late ? { refusal: late } : { side };
}

export function withMember(state: DebateState, side: string, agentId: string): DebateState {
  const sides = { ...state.sides, [side]: [...membersOf(state, side), agentId] };
  return { ...state, sides, starting_side: state.starting_side ?? side };
}

/** Before the start, a side that everybody left again has not been joined first. */
export function withoutMember(
  state: DebateState,
  side: string,
  agentId: string,
  rules: DebateRules,
): DebateState {
  const members = membersOf(state, side).filter((member) => member !== agentId);
  const left = { ...state, sides: { ...state.sides, [side]: members }, silent_turns: 0 };
  if (state.joining_ends_at === null || members.length > 0 || state.starting_side !== side) return left;
  const other = rules.sides.find((each) => membersOf(left, each).length > 0);
  return { ...left, starting_side: other ?? null };
}
