import { z } from 'zod';
import type { ModeContext, Transition } from '../../mode/mode.ts';
import { isDeserted } from '../cast.ts';
import { closeTopic } from '../close-topic.ts';
import { type ClosedReason, closedReasonSchema } from '../ending.ts';
import { addSeconds } from '../time.ts';
import { giveTurn, noTurn, turnShape } from '../turns.ts';
import { accept } from '../verdicts.ts';

export const roleSchema = z.enum(['lead', 'support']);
export type Role = z.infer<typeof roleSchema>;

/** Rules of both acts for two. */
export interface DuoRules {
  turn_ttl_seconds: number;
  lines_max: number;
  join_seconds: number;
}

export const duoStateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  /** Time until which the second agent may join. Null once the act has started. */
  joining_ends_at: z.string().nullable(),
  roles: z.strictObject({ lead_agent_id: z.string().nullable(), support_agent_id: z.string().nullable() }),
  /** Role that speaks next; the lead before the first line. */
  next_role: roleSchema,
  ...turnShape,
  /** Number of accepted lines. */
  line_no: z.int().min(0),
  turns_started: z.int().min(0),
  /** Number of consecutive turns without a line. */
  silent_turns: z.int().min(0),
});
export type DuoState = z.infer<typeof duoStateSchema>;

export function emptyStage(rules: DuoRules, context: ModeContext): DuoState {
  return {
    status: 'open',
    closed_reason: null,
    joining_ends_at: addSeconds(context.now, rules.join_seconds),
    roles: { lead_agent_id: null, support_agent_id: null },
    next_role: 'lead',
    ...noTurn,
    line_no: 0,
    turns_started: 0,
    silent_turns: 0,
  };
}

export function getAgent(state: DuoState, role: Role): string | null {
  return state.roles[`${role}_agent_id`];
}

export function findRole(state: DuoState, agentId: string): Role | undefined {
  return roleSchema.options.find((role) => getAgent(state, role) === agentId);
}

export function withAgent(state: DuoState, role: Role, agentId: string | null): DuoState {
  return { ...state, roles: { ...state.roles, [`${role}_agent_id`]: agentId } };
}

/** Gives the turn to this role. Both seats are taken while an act is running. */
export function cue(
  state: DuoState,
  role: Role,
  rules: DuoRules,
  context: ModeContext,
): Transition<DuoState> {
  const agentId = getAgent(state, role);
  if (agentId === null) return endAct(state, 'too_few');
  const number = state.turns_started + 1;
  const { turn, started } = giveTurn(number, agentId, rules.turn_ttl_seconds, context);
  const next = { ...state, ...turn, joining_ends_at: null, next_role: role, turns_started: number };
  return accept(next, [started]);
}

/** Starts the other agent's turn, or ends the act. */
export function afterTurn(
  state: DuoState,
  spoke: boolean,
  rules: DuoRules,
  context: ModeContext,
): Transition<DuoState> {
  const other = state.next_role === 'lead' ? 'support' : 'lead';
  if (spoke) {
    const said = { ...state, line_no: state.line_no + 1, silent_turns: 0 };
    if (said.line_no >= rules.lines_max) return endAct({ ...said, next_role: other }, 'completed');
    return cue(said, other, rules, context);
  }
  const silent = { ...state, silent_turns: state.silent_turns + 1 };
  return isDeserted(silent.silent_turns, 2)
    ? endAct(silent, 'nobody_left')
    : cue(silent, other, rules, context);
}

export function endAct(state: DuoState, reason: ClosedReason): Transition<DuoState> {
  return closeTopic({ ...state, ...noTurn, joining_ends_at: null }, reason);
}
