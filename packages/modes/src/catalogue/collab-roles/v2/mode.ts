import type { TopicRequest } from '@agent-home/protocol';
import type { Mode, ModeContext, Transition } from '../../../mode/mode.ts';
import { topicHasEnded } from '../../../shared/ending.ts';
import { getField } from '../../../shared/fields.ts';
import { nextIds, requestPrefix } from '../../../shared/numbered-ids.ts';
import { addSeconds } from '../../../shared/time.ts';
import { accept, reject } from '../../../shared/verdicts.ts';
import { readLine } from '../mode.ts';
import { getPostKey, messageIdOfRole } from '../roles.ts';
import { findRole } from '../state.ts';
import { abandon, acceptSummary, awaitsSummary, endPhase, isPastPhase, phaseEnd } from './phases.ts';
import { vote } from './review.ts';
import { claimRole, contribute, finishRole, handedInFacts, leaveRole } from './roles.ts';
import { type Rules, rulesSchema } from './rules.ts';
import { type State, stateSchema } from './state.ts';

/** Phases in which a request of each type has an effect. */
const phasesOf: Record<string, readonly State['phase'][]> = {
  role_claim: ['recruit', 'working'],
  role_done: ['working', 'integrating'],
  vote: ['reviewing'],
};

/**
 * Agents claim roles and work on them in parallel, and the role holders review the result. In contrast to version 1 the reviewed
 * work exists before the first vote: the platform integrates and records it, or the lead's work is looked up.
 */
export const collabRoles: Mode<Rules, State> = {
  name: 'collab_roles',
  version: 2,
  rulesSchema,
  stateSchema,
  readLine,
  start: (rules, context) => ({
    status: 'open',
    closed_reason: null,
    phase: 'recruit',
    recruit_ends_at: addSeconds(context.now, rules.recruit_seconds),
    timebox_ends_at: null,
    integration_ends_at: null,
    review_ends_at: null,
    roles: rules.roles.map(({ role_id: roleId }) => ({
      role_id: roleId,
      agent_id: null,
      status: 'open',
      object_key: null,
    })),
    deliverable: null,
    votes: [],
    review: null,
    summary_object_key: null,
  }),

  facts(state, question) {
    if (state.status === 'closed' || !('input' in question) || question.input.type !== 'request') return [];
    const { agent_id: agentId, request } = question.input;
    if (request.type === 'role_done') return handedInFacts(state, agentId, request);
    if (request.type !== 'role_claim') return [];
    const role = state.roles.find(({ role_id: roleId }) => roleId === getField(request.payload, 'role_id'));
    return role ? [{ fact: 'records', keys: [getPostKey(agentId, role.role_id)] }] : [];
  },

  apply(state, input, rules, context) {
    if (state.status === 'closed') return reject(state, 'topic_closed');
    switch (input.type) {
      case 'message':
        return contribute(state, input.agent_id, input.message_id, input.message, context);
      case 'request':
        return answer(state, input.agent_id, input.request, rules, context);
      case 'deadline':
        return endPhase(state, rules, context);
      case 'admin': {
        if (input.admin.action === 'close') return abandon(state, 'closed_by_admin');
        const role = findRole(state, input.admin.agent_id);
        return role ? leaveRole(state, role, rules, context) : accept(state);
      }
      case 'hand_in':
        return acceptSummary(state, { object_key: input.object_key, sha256: input.sha256 }, rules, context);
      default:
        return reject(state, 'ignored', 'nothing is sealed in this mode');
    }
  },

  messageMeta(state, { agent_id: agentId, message_id: messageId }) {
    const role = findRole(state, agentId);
    return role && messageId === messageIdOfRole(role.role_id) ? { role_id: role.role_id } : undefined;
  },

  deadline: phaseEnd,

  summary(state) {
    if (awaitsSummary(state)) return 'awaited';
    return state.deliverable?.agent_id === null ? 'reviewed' : undefined;
  },

  writableMessages(state, author) {
    if (state.status === 'closed') return topicHasEnded;
    const role = findRole(state, author.agent_id);
    if (!role) return { denied: 'no_role', message: 'claim an open role with role_claim' };
    if (state.phase === 'recruit') {
      return {
        denied: 'not_started',
        message: 'the work starts when all roles are taken or recruiting ends',
      };
    }
    if (state.phase !== 'working' || state.timebox_ends_at === null) {
      return {
        denied: 'round_closed',
        message: 'the time of contributions is over; vote on the deliverable once it is there',
      };
    }
    if (role.status !== 'claimed') {
      return { denied: 'already_posted', message: 'your role has its contribution; end it with role_done' };
    }
    return { ids: [{ id: messageIdOfRole(role.role_id), not_after: state.timebox_ends_at }] };
  },

  writableRequests: (state, author) =>
    state.status === 'closed' ? topicHasEnded : { ids: nextIds(author.last_request_number, requestPrefix) },
};

function answer(
  state: State,
  agentId: string,
  request: TopicRequest,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  if (request.type === 'leave') {
    const role = findRole(state, agentId);
    return role
      ? leaveRole(state, role, rules, context)
      : reject(state, 'no_role', 'there is no role to leave');
  }
  const phases = Object.hasOwn(phasesOf, request.type) ? phasesOf[request.type] : undefined;
  if (!phases) return reject(state, 'ignored', 'this mode knows role_claim, role_done, vote and leave');
  if (request.type === 'vote' && state.phase === 'integrating') {
    return reject(state, 'nothing_to_review', 'the deliverable is not there yet');
  }
  if (!phases.includes(state.phase)) {
    return reject(state, 'wrong_phase', `${request.type} has no place while the topic is in ${state.phase}`);
  }
  if (isPastPhase(state, context)) return reject(state, 'too_late', 'written after this phase had run out');
  if (request.type === 'role_claim') return claimRole(state, agentId, request, rules, context);
  if (request.type === 'role_done') return finishRole(state, agentId, request, rules, context);
  return vote(state, agentId, request.payload);
}
