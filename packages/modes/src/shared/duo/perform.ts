import type { AuthorFacts, Mode, ModeContext, ModeInput, Transition, Writable } from '../../mode/mode.ts';
import { topicHasEnded } from '../ending.ts';
import { nextIds, requestPrefix } from '../numbered-ids.ts';
import { refuse } from '../refusal.ts';
import { isAfter } from '../time.ts';
import { lineRefusal, metaOfTurn, turnDoneRefusal, writableLine } from '../turns.ts';
import { accept, reject } from '../verdicts.ts';
import { standUp, takeFreeRole } from './seats.ts';
import { afterTurn, type DuoRules, type DuoState, endAct, findRole } from './stage.ts';

/** Handles the inputs that every act of two strictly alternating agents handles alike. */
export function perform(
  state: DuoState,
  input: ModeInput,
  rules: DuoRules,
  context: ModeContext,
): Transition<DuoState> {
  switch (input.type) {
    case 'message':
      return speak(state, input.agent_id, input.message_id, rules, context);
    case 'request':
      return handleRequest(state, input, rules, context);
    case 'deadline':
      return timeOver(state, rules, context);
    case 'admin': {
      if (input.admin.action === 'close') return endAct(state, 'closed_by_admin');
      const role = findRole(state, input.admin.agent_id);
      return role ? standUp(state, role) : accept(state);
    }
    default:
      return reject(state, 'ignored', 'nothing is sealed in this mode');
  }
}

/** Write access and deadlines of both acts for two. */
export const duoAccess: Pick<
  Mode<DuoRules, DuoState>,
  'deadline' | 'messageMeta' | 'writableMessages' | 'writableRequests'
> = {
  deadline: (state) => state.speaker_expires_at ?? state.joining_ends_at ?? undefined,
  messageMeta(state, place) {
    const role = findRole(state, place.agent_id);
    return metaOfTurn(state, place, role === undefined ? {} : { role_id: role });
  },
  writableMessages: (state, author) => writableByRole(state, author),
  writableRequests: (state, author) =>
    state.status === 'closed' ? topicHasEnded : { ids: nextIds(author.last_request_number, requestPrefix) },
};

function writableByRole(state: DuoState, author: AuthorFacts): Writable {
  if (state.status === 'closed') return topicHasEnded;
  if (!findRole(state, author.agent_id))
    return { denied: 'not_in_cast', message: 'two agents speak here; take a free role with queue_join' };
  if (state.turn_id === null)
    return { denied: 'not_started', message: 'the act starts when both roles are taken' };
  return writableLine(state, author);
}

function handleRequest(
  state: DuoState,
  { agent_id: agentId, request }: Extract<ModeInput, { type: 'request' }>,
  rules: DuoRules,
  context: ModeContext,
): Transition<DuoState> {
  const role = findRole(state, agentId);
  switch (request.type) {
    case 'queue_join':
      return takeFreeRole(state, agentId, rules, context);
    case 'leave':
      return role ? standUp(state, role) : reject(state, 'not_in_cast', 'you have no role here');
    case 'turn_done': {
      if (!role) return reject(state, 'not_in_cast', 'you have no role here');
      const refusal = turnDoneRefusal(state, agentId, request.payload?.turn_id);
      return refusal ? refuse(state, refusal) : afterTurn(state, false, rules, context);
    }
    default:
      return reject(state, 'ignored', 'this mode does not know such a request');
  }
}

function speak(
  state: DuoState,
  agentId: string,
  messageId: string,
  rules: DuoRules,
  context: ModeContext,
): Transition<DuoState> {
  if (!findRole(state, agentId)) return reject(state, 'not_in_cast', 'you have no role here');
  const refusal = lineRefusal(state, agentId, messageId, context);
  return refusal ? refuse(state, refusal) : afterTurn(state, true, rules, context);
}

function timeOver(state: DuoState, rules: DuoRules, context: ModeContext): Transition<DuoState> {
  const due = state.speaker_expires_at ?? state.joining_ends_at;
  if (due === null || isAfter(due, context.now)) return reject(state, 'not_due');
  return state.turn_id === null ? endAct(state, 'too_few') : afterTurn(state, false, rules, context);
}
