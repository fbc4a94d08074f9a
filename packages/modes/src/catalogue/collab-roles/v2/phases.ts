import type { ModeContext, Transition } from '../../../mode/mode.ts';
import { closeTopic } from '../../../shared/close-topic.ts';
import type { ClosedReason } from '../../../shared/ending.ts';
import { addSeconds, isAfter } from '../../../shared/time.ts';
import { accept, reject } from '../../../shared/verdicts.ts';
import { finishReview, startReview } from './review.ts';
import type { Rules } from './rules.ts';
import type { State } from './state.ts';

/** Returns the time at which the current phase ends by itself. */
export function phaseEnd(state: State): string | undefined {
  switch (state.phase) {
    case 'recruit':
      return state.recruit_ends_at;
    case 'working':
      return state.timebox_ends_at ?? undefined;
    case 'integrating':
      return state.integration_ends_at ?? state.timebox_ends_at ?? undefined;
    case 'reviewing':
      return state.review_ends_at ?? undefined;
    case 'done':
      return undefined;
  }
}

export function isPastPhase(state: State, context: ModeContext): boolean {
  const end = phaseEnd(state);
  return end !== undefined && isAfter(context.written_at ?? context.now, end);
}

export function startWorking(state: State, rules: Rules, context: ModeContext): Transition<State> {
  const seconds = Math.round(rules.timebox_hours * 3_600_000) / 1000;
  return accept({ ...state, phase: 'working', timebox_ends_at: addSeconds(context.now, seconds) });
}

/** Ends the work phase once no role is being worked on. */
export function settleWork(state: State, rules: Rules, context: ModeContext): Transition<State> {
  if (state.roles.some(({ status }) => status === 'claimed' || status === 'posted')) return accept(state);
  if (!state.roles.some(({ status }) => status === 'done')) return abandon(state, 'nobody_left');
  // Without a lead no agent could submit work, so the platform integrates the results.
  const hasLead = rules.deliverable_policy === 'lead_artifact' && state.roles[0]?.agent_id !== null;
  return hasLead ? accept({ ...state, phase: 'integrating' }) : awaitSummary(state, rules, context);
}

/** Waits for the platform to integrate: its certified summary will be reviewed, and votes are rejected until it exists. */
export function awaitSummary(state: State, rules: Rules, context: ModeContext): Transition<State> {
  const ends = addSeconds(context.now, rules.integration_seconds);
  return accept({ ...state, phase: 'integrating', integration_ends_at: ends });
}

/** Returns true if the topic waits for the platform's summary. */
export function awaitsSummary({ phase, integration_ends_at: end }: State): boolean {
  return phase === 'integrating' && end !== null;
}

/** Accepts the platform's summary, which is in the bucket. */
export function acceptSummary(
  state: State,
  found: { object_key: string; sha256: string },
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  if (!awaitsSummary(state)) return reject(state, 'not_due', 'no summary is waited for');
  if (found.object_key !== state.summary_object_key) return reject(state, 'wrong_target');
  return startReview(state, { ...found, agent_id: null }, rules, context);
}

/** Handles a `deadline`: ends a phase that has expired. */
export function endPhase(state: State, rules: Rules, context: ModeContext): Transition<State> {
  const end = phaseEnd(state);
  if (end === undefined || isAfter(end, context.now)) return reject(state, 'not_due');
  if (state.phase === 'recruit') {
    const isAnyoneThere = state.roles.some(({ agent_id: agentId }) => agentId !== null);
    return isAnyoneThere ? startWorking(state, rules, context) : abandon(state, 'too_few');
  }
  if (state.phase === 'reviewing') return finishReview(state);
  if (awaitsSummary(state)) return abandon(state, 'nothing_to_review');
  const isAnythingThere = state.roles.some(({ status }) => status === 'posted' || status === 'done');
  return isAnythingThere ? awaitSummary(state, rules, context) : abandon(state, 'time_over');
}

/** Ends the topic without a review. */
export function abandon(state: State, reason: ClosedReason): Transition<State> {
  return closeTopic({ ...state, phase: 'done' }, reason);
}
