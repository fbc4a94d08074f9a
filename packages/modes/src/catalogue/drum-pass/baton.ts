import type { FactRequest } from '../../mode/facts.ts';
import type { ModeContext, Transition } from '../../mode/mode.ts';
import { closeTopic } from '../../shared/close-topic.ts';
import type { ClosedReason } from '../../shared/ending.ts';
import { pick } from '../../shared/random.ts';
import { addSeconds } from '../../shared/time.ts';
import { giveTurn, type Turn } from '../../shared/turns.ts';
import { accept } from '../../shared/verdicts.ts';
import type { Rules } from './rules.ts';
import type { State } from './state.ts';

/** Transition, or the draw that it needs first. */
export type Outcome = Transition<State> | { asks: FactRequest };

const noBeat = { beat_id: null, holder_agent_id: null, holder_expires_at: null, holder_has_posted: false };

/** Returns the beat in the fields that all modes with turns share. */
export function beatAsTurn(state: State): Turn {
  return {
    turn_id: state.beat_id,
    speaker_agent_id: state.holder_agent_id,
    speaker_expires_at: state.holder_expires_at,
  };
}

/** Returns the possible receivers of the baton: the other present members in order of joining, starting after the holder. */
export function receivers(state: State): string[] {
  const holder = state.members.findIndex(({ agent_id }) => agent_id === state.holder_agent_id);
  const inOrder = [...state.members.slice(holder + 1), ...state.members.slice(0, Math.max(holder, 0))];
  return inOrder.filter(({ away }) => !away).map(({ agent_id }) => agent_id);
}

export function giveBaton(
  state: State,
  agentId: string,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const number = state.beats_started + 1;
  const { turn, started } = giveTurn(number, agentId, rules.holder_ttl_seconds, context, 'beat_');
  const beat = {
    beat_id: turn.turn_id,
    holder_agent_id: agentId,
    holder_expires_at: turn.speaker_expires_at,
    holder_has_posted: false,
  };
  return accept({ ...state, ...beat, joining_ends_at: null, beats_started: number }, [started]);
}

/** Hands the baton on from its holder. */
export function passTo(state: State, agentId: string, rules: Rules, context: ModeContext): Transition<State> {
  const passed = { ...state, pass_count: state.pass_count + 1 };
  if (passed.pass_count >= rules.max_passes) return endDrum(passed, 'completed');
  return giveBaton(passed, agentId, rules, context);
}

/** Passes the baton on according to the policy. It waits while no member is present. */
export function moveOn(
  state: State,
  next: readonly string[],
  isPass: boolean,
  rules: Rules,
  context: ModeContext,
): Outcome {
  if (next.length === 0)
    return accept({ ...state, ...noBeat, joining_ends_at: addSeconds(context.now, rules.join_seconds) });
  const moved = isPass ? { ...state, pass_count: state.pass_count + 1 } : state;
  if (moved.pass_count >= rules.max_passes) return endDrum(moved, 'completed');
  const chosen = choose(next, rules, context);
  if (chosen === undefined) return { asks: { fact: 'random' } };
  return giveBaton(moved, chosen, rules, context);
}

/** Undefined while the draw is missing. A single candidate needs no draw. */
function choose(next: readonly string[], rules: Rules, context: ModeContext): string | undefined {
  if (rules.pass_policy === 'manual' || next.length === 1) return next[0];
  const random = context.facts?.random;
  return random && next[pick(random.value, next.length)];
}

export function endDrum(state: State, reason: ClosedReason): Transition<State> {
  return closeTopic({ ...state, ...noBeat, joining_ends_at: null }, reason);
}
