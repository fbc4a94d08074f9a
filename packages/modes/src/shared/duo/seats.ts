import type { ModeContext, Transition } from '../../mode/mode.ts';
import { joinedTooLate } from '../cast.ts';
import { refuse } from '../refusal.ts';
import { accept, reject } from '../verdicts.ts';
import {
  cue,
  type DuoRules,
  type DuoState,
  endAct,
  findRole,
  getAgent,
  type Role,
  roleSchema,
  withAgent,
} from './stage.ts';

/** Handles `queue_join`: takes the first free role. */
export function takeFreeRole(
  state: DuoState,
  agentId: string,
  rules: DuoRules,
  context: ModeContext,
): Transition<DuoState> {
  if (findRole(state, agentId)) return reject(state, 'already_joined', 'you have a role in this act already');
  const role = roleSchema.options.find((each) => getAgent(state, each) === null);
  if (!role) return reject(state, 'cast_full', 'both roles are taken');
  return sitDown(state, agentId, role, rules, context);
}

/** Handles `role_claim`: takes the named role only. */
export function takeRole(
  state: DuoState,
  agentId: string,
  roleId: unknown,
  rules: DuoRules,
  context: ModeContext,
): Transition<DuoState> {
  if (findRole(state, agentId)) return reject(state, 'already_joined', 'you have a role in this act already');
  const role = roleSchema.options.find((each) => each === roleId);
  if (!role) return reject(state, 'bad_payload', 'role_claim needs payload.role_id: lead or support');
  if (getAgent(state, role) !== null) return reject(state, 'role_taken', `the ${role} is taken`);
  return sitDown(state, agentId, role, rules, context);
}

function sitDown(
  state: DuoState,
  agentId: string,
  role: Role,
  rules: DuoRules,
  context: ModeContext,
): Transition<DuoState> {
  const late = state.joining_ends_at === null ? undefined : joinedTooLate(state.joining_ends_at, context);
  if (late) return refuse(state, late);
  const seated = withAgent(state, role, agentId);
  const isFull = roleSchema.options.every((each) => getAgent(seated, each) !== null);
  return isFull ? cue(seated, 'lead', rules, context) : accept(seated);
}

/** Gives a seat up. An act in progress ends, since the other agent was cast for this partner. */
export function standUp(state: DuoState, role: Role): Transition<DuoState> {
  const left = withAgent(state, role, null);
  return state.joining_ends_at === null ? endAct(left, 'too_few') : accept(left);
}
