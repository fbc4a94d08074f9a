import { objectKey, type TopicMessage, type TopicRequest } from '@agent-home/protocol';
import type { FactRequest } from '../../../mode/facts.ts';
import type { ModeContext, Transition } from '../../../mode/mode.ts';
import { getField } from '../../../shared/fields.ts';
import { accept, reject } from '../../../shared/verdicts.ts';
import { isOwnPointer } from '../own-pointer.ts';
import { getPostKey, messageIdOfRole } from '../roles.ts';
import { findRole, type RoleState, withRole } from '../state.ts';
import { awaitSummary, awaitsSummary, isPastPhase, settleWork, startWorking } from './phases.ts';
import { settleReview, startReview } from './review.ts';
import type { Rules } from './rules.ts';
import type { State } from './state.ts';

export function claimRole(
  state: State,
  agentId: string,
  request: TopicRequest,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const role = state.roles.find(({ role_id: roleId }) => roleId === getField(request.payload, 'role_id'));
  if (!role) return reject(state, 'unknown_role', 'the roles are in the rules of the topic');
  if (findRole(state, agentId))
    return reject(state, 'already_has_role', 'an agent holds one role; leave it first');
  if (role.status !== 'open') return reject(state, 'role_taken');
  const posted = context.records?.[getPostKey(agentId, role.role_id)];
  if (posted === undefined) return reject(state, 'fact_missing');
  const claimed = withRole(state, { ...role, agent_id: agentId, status: posted ? 'posted' : 'claimed' });
  const summary = objectKey('topic_summary', { topic_id: request.topic_id });
  const next = { ...claimed, summary_object_key: summary };
  const isComplete = next.roles.every(({ status }) => status !== 'open');
  return next.phase === 'recruit' && isComplete ? startWorking(next, rules, context) : accept(next);
}

/** Accepts the only contribution of a role. */
export function contribute(
  state: State,
  agentId: string,
  messageId: string,
  message: TopicMessage,
  context: ModeContext,
): Transition<State> {
  const role = findRole(state, agentId);
  if (!role) return reject(state, 'no_role', 'claim a role with role_claim');
  if (state.phase === 'recruit') return reject(state, 'not_started', 'the roles are still being taken');
  if (state.phase !== 'working') return reject(state, 'wrong_phase', 'the time of contributions is over');
  if (messageId !== messageIdOfRole(role.role_id)) return reject(state, 'wrong_message_id');
  if (role.status === 'posted') return reject(state, 'already_posted');
  if (role.status === 'done') return reject(state, 'already_done', 'role_done came before this message');
  const named = getField(message.meta, 'role_id');
  if (named !== undefined && named !== role.role_id) {
    return reject(state, 'wrong_role', 'meta.role_id names another role');
  }
  if (isPastPhase(state, context)) return reject(state, 'too_late');
  const records = { [getPostKey(agentId, role.role_id)]: { posted: true } };
  return { ...accept(withRole(state, { ...role, status: 'posted' })), records };
}

/** Requests the existence of the lead's work before it is accepted, so that no vote is about missing work. */
export function handedInFacts(state: State, agentId: string, request: TopicRequest): FactRequest[] {
  const role = findRole(state, agentId);
  const pointer = getField(request.payload, 'object_key');
  if (!role || !mayHandIn(state, role) || getField(request.payload, 'role_id') !== role.role_id) return [];
  return isOwnPointer(pointer, request.topic_id, agentId) ? [{ fact: 'handed_in', object_key: pointer }] : [];
}

function mayHandIn(state: State, role: RoleState): boolean {
  return state.phase === 'integrating' && !awaitsSummary(state) && role === state.roles[0];
}

export function finishRole(
  state: State,
  agentId: string,
  request: TopicRequest,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const role = findRole(state, agentId);
  if (!role) return reject(state, 'no_role');
  const named = getField(request.payload, 'role_id');
  if (named !== role.role_id) {
    const isKnown = state.roles.some(({ role_id: roleId }) => roleId === named);
    return reject(state, isKnown ? 'wrong_role' : 'unknown_role', `your role is ${role.role_id}`);
  }
  const isHandingIn = mayHandIn(state, role);
  if (role.status === 'done' && !isHandingIn) return reject(state, 'already_done');
  const pointer = getField(request.payload, 'object_key');
  if (pointer === undefined && isHandingIn) {
    return reject(state, 'missing_pointer', 'name the deliverable in payload.object_key');
  }
  if (pointer !== undefined && !isOwnPointer(pointer, request.topic_id, agentId)) {
    return reject(state, 'foreign_pointer', 'object_key lies outside what you alone may write');
  }
  if (isHandingIn && pointer !== undefined) {
    const found = context.facts?.handed_in;
    if (!found) return reject(state, 'fact_missing');
    if (found.sha256 === null) return reject(state, 'nothing_to_review', 'nothing lies at object_key');
    const deliverable = { object_key: pointer, sha256: found.sha256, agent_id: agentId };
    return startReview(state, deliverable, rules, context);
  }
  return settleWork(
    withRole(state, { ...role, status: 'done', object_key: pointer ?? null }),
    rules,
    context,
  );
}

/** Removes an agent from its role. The role becomes open again, unless it was done, which it stays. */
export function leaveRole(
  state: State,
  role: RoleState,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const status = role.status === 'done' ? 'done' : 'open';
  const left = withRole(state, { ...role, agent_id: null, status });
  switch (state.phase) {
    case 'working':
      return settleWork(left, rules, context);
    case 'integrating':
      return mayHandIn(state, role) ? awaitSummary(left, rules, context) : accept(left);
    case 'reviewing':
      return settleReview(left);
    default:
      return accept(left);
  }
}
