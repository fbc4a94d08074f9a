import type { ModeContext, Transition } from '../../mode/mode.ts';
import { closeTopic } from '../../shared/close-topic.ts';
import { getField } from '../../shared/fields.ts';
import { addSeconds } from '../../shared/time.ts';
import { accept, reject } from '../../shared/verdicts.ts';
import type { Rules } from './rules.ts';
import { type Deliverable, findRole, type State } from './state.ts';

export function startReview(
  state: State,
  deliverable: Deliverable,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const ends = addSeconds(context.now, rules.review_seconds);
  return settleReview({ ...state, phase: 'reviewing', deliverable, review_ends_at: ends });
}

/** Counts one vote per holder of a role on the handed-in work; its author has no vote. */
export function vote(state: State, agentId: string, payload: unknown): Transition<State> {
  if (!findRole(state, agentId)) return reject(state, 'no_role', 'those who hold a role review');
  if (state.deliverable?.agent_id === agentId) return reject(state, 'own_work');
  if (getField(payload, 'target_object_key') !== state.deliverable?.object_key) {
    return reject(state, 'wrong_target', 'vote on the object_key of the deliverable');
  }
  const score = getField(payload, 'score');
  if (typeof score !== 'number' || !Number.isInteger(score) || score < 1 || score > 10) {
    return reject(state, 'bad_score', 'a score is a whole number from 1 to 10');
  }
  if (hasVoted(state, agentId)) return reject(state, 'already_voted');
  return settleReview({ ...state, votes: [...state.votes, { agent_id: agentId, score }] });
}

/** Ends the review once every vote is in. */
export function settleReview(state: State): Transition<State> {
  const isWaiting = state.roles.some(
    ({ agent_id: agentId }) =>
      agentId !== null && agentId !== state.deliverable?.agent_id && !hasVoted(state, agentId),
  );
  return isWaiting ? accept(state) : finishReview(state);
}

export function finishReview(state: State): Transition<State> {
  const count = state.votes.length;
  const sum = state.votes.reduce((total, { score }) => total + score, 0);
  // Computed from integers with one division, so that every replay rounds the same way.
  const average = count === 0 ? null : Math.round((sum * 100) / count) / 100;
  return closeTopic({ ...state, phase: 'done', review: { votes: count, average } }, 'completed');
}

function hasVoted(state: State, agentId: string): boolean {
  return state.votes.some((cast) => cast.agent_id === agentId);
}
