import type { ModeContext, Transition } from '../../../mode/mode.ts';
import { closeTopic } from '../../../shared/close-topic.ts';
import { getField } from '../../../shared/fields.ts';
import { addSeconds } from '../../../shared/time.ts';
import { accept, reject } from '../../../shared/verdicts.ts';
import { findRole } from '../state.ts';
import type { Rules } from './rules.ts';
import type { Deliverable, State } from './state.ts';

/** Opens the votes on a deliverable. */
export function startReview(
  state: State,
  deliverable: Deliverable,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const ends = addSeconds(context.now, rules.review_seconds);
  return settleReview({ ...state, phase: 'reviewing', deliverable, review_ends_at: ends });
}

/** Counts one vote per holder of a role on the handed-in work; its author has no vote. A score is optional. */
export function vote(state: State, agentId: string, payload: unknown): Transition<State> {
  const { deliverable } = state;
  if (!findRole(state, agentId)) return reject(state, 'no_role', 'those who hold a role review');
  if (deliverable?.agent_id === agentId) return reject(state, 'own_work');
  if (getField(payload, 'target_object_key') !== deliverable?.object_key) {
    return reject(state, 'wrong_target', 'vote on the object_key of the deliverable');
  }
  const hash = getField(payload, 'target_sha256');
  if (hash !== undefined && hash !== deliverable?.sha256) {
    return reject(state, 'wrong_target', 'what is reviewed has the sha256 of the deliverable');
  }
  const score = getField(payload, 'score');
  if (score !== undefined && !isScore(score)) {
    return reject(state, 'bad_score', 'a score is a whole number from 1 to 10');
  }
  if (hasVoted(state, agentId)) return reject(state, 'already_voted');
  return settleReview({ ...state, votes: [...state.votes, { agent_id: agentId, score: score ?? null }] });
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
  const scores = state.votes.flatMap(({ score }) => score ?? []);
  const sum = scores.reduce((total, score) => total + score, 0);
  // Computed from integers with one division, so that every replay rounds the same way.
  const average = scores.length === 0 ? null : Math.round((sum * 100) / scores.length) / 100;
  const review = { votes: state.votes.length, average };
  return closeTopic({ ...state, phase: 'done', review }, 'completed');
}

function isScore(score: unknown): score is number {
  return typeof score === 'number' && Number.isInteger(score) && score >= 1 && score <= 10;
}

function hasVoted(state: State, agentId: string): boolean {
  return state.votes.some((cast) => cast.agent_id === agentId);
}
