import type { ModeContext, Transition } from '../../mode/mode.ts';
import { joinedTooLate } from '../../shared/cast.ts';
import { refuse } from '../../shared/refusal.ts';
import { accept, reject } from '../../shared/verdicts.ts';
import { giveBaton, moveOn, type Outcome, receivers } from './baton.ts';
import { type Rules, startersMin } from './rules.ts';
import type { State } from './state.ts';

export function isPresent(state: State, agentId: string): boolean {
  return state.members.some(({ agent_id, away }) => agent_id === agentId && !away);
}

/** Handles `queue_join` of new members and of absent ones. A waiting baton is passed to the one that joins. */
export function join(state: State, agentId: string, rules: Rules, context: ModeContext): Transition<State> {
  if (isPresent(state, agentId)) return reject(state, 'already_joined', 'you are a member already');
  const late = state.joining_ends_at === null ? undefined : joinedTooLate(state.joining_ends_at, context);
  if (late) return refuse(state, late);
  const members = withMember(state.members, agentId, rules.cast_max);
  if (!members) return reject(state, 'cast_full', `there are ${rules.cast_max} members`);
  const joined = { ...state, members };
  if (state.beats_started > 0)
    return state.holder_agent_id === null ? giveBaton(joined, agentId, rules, context) : accept(joined);
  const [first] = members;
  return first && members.length >= startersMin
    ? giveBaton(joined, first.agent_id, rules, context)
    : accept(joined);
}

/** Adds a member. A returning member keeps its old place; in a full circle a new member takes the place of an absent one. */
function withMember(
  members: State['members'],
  agentId: string,
  castMax: number,
): State['members'] | undefined {
  const member = { agent_id: agentId, away: false };
  if (members.some(({ agent_id }) => agent_id === agentId))
    return members.map((each) => (each.agent_id === agentId ? member : each));
  if (members.length < castMax) return [...members, member];
  const vacated = members.findIndex(({ away }) => away);
  return vacated < 0 ? undefined : [...members.filter((_, index) => index !== vacated), member];
}

/** Removes a member; undefined for an agent that is not a member. */
export function leave(
  state: State,
  agentId: string,
  rules: Rules,
  context: ModeContext,
): Outcome | undefined {
  if (!state.members.some(({ agent_id }) => agent_id === agentId)) return undefined;
  const left = { ...state, members: state.members.filter(({ agent_id }) => agent_id !== agentId) };
  return state.holder_agent_id === agentId
    ? moveOn(left, receivers(state), false, rules, context)
    : accept(left);
}

export function withHolderAway(state: State): State {
  const members = state.members.map((member) =>
    member.agent_id === state.holder_agent_id ? { ...member, away: true } : member,
  );
  return { ...state, members };
}
