import type { ReadLine } from '../../mode/line.ts';
import type { Mode, ModeContext, ModeInput, Transition } from '../../mode/mode.ts';
import { topicHasEnded } from '../../shared/ending.ts';
import { nextIds, requestPrefix } from '../../shared/numbered-ids.ts';
import { refuse } from '../../shared/refusal.ts';
import { addSeconds, isAfter } from '../../shared/time.ts';
import { lineRefusal, metaOfTurn, noTurn, turnDoneRefusal, writableLine } from '../../shared/turns.ts';
import { accept, reject } from '../../shared/verdicts.ts';
import { endDebate, endTurn, passTurn, startRound } from './rounds.ts';
import { type Rules, rulesSchema } from './rules.ts';
import { collectMembers, findSide, joinableSide, withMember, withoutMember } from './sides.ts';
import { type State, stateSchema } from './state.ts';

/** Returns the side and round of the speaker; for other entries, the resulting round. */
const readLine: ReadLine<State> = ({ message, before, after }) => {
  if (!message) return { round: after.round_no, phase: after.phase };
  const side = before.speaker_side === null ? {} : { side: before.speaker_side };
  return { ...side, round: before.round_no, phase: before.phase };
};

/** Two sides alternate in rounds; a turn ends with `turn_done` or when its time runs out. */
export const debate: Mode<Rules, State> = {
  name: 'debate',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  endsWithTurnDone: true,
  start: (rules, context) => ({
    status: 'open',
    closed_reason: null,
    joining_ends_at: addSeconds(context.now, rules.join_seconds),
    phase: 'setup',
    round_no: 0,
    turns_left: 0,
    sides: Object.fromEntries(rules.sides.map((side) => [side, []])),
    starting_side: null,
    ...noTurn,
    speaker_side: null,
    speaker_has_posted: false,
    turns_started: 0,
    silent_turns: 0,
  }),

  apply(state, input, rules, context) {
    if (state.status === 'closed') return reject(state, 'topic_closed');
    switch (input.type) {
      case 'message':
        return speak(state, input.agent_id, input.message_id, rules, context);
      case 'request':
        return handleRequest(state, input, rules, context);
      case 'deadline':
        return timeOver(state, rules, context);
      case 'admin':
        if (input.admin.action === 'close') return endDebate(state, 'closed_by_admin');
        return leave(state, input.admin.agent_id, rules, context) ?? accept(state);
      default:
        return reject(state, 'ignored', 'nothing is sealed in this mode');
    }
  },

  messageMeta: (state, place) =>
    metaOfTurn(state, place, {
      round_no: state.round_no,
      ...(state.speaker_side === null ? {} : { side: state.speaker_side }),
    }),
  deadline: (state) => state.speaker_expires_at ?? state.joining_ends_at ?? undefined,

  writableMessages(state, author, rules) {
    if (state.status === 'closed') return topicHasEnded;
    if (!findSide(state, author.agent_id, rules))
      return { denied: 'not_in_cast', message: 'join a side with queue_join before the debate starts' };
    if (state.turn_id === null)
      return { denied: 'not_started', message: 'the debate starts when its sides are settled' };
    if (state.speaker_agent_id === author.agent_id && state.speaker_has_posted)
      return { denied: 'already_posted', message: 'this turn has its message; end it with turn_done' };
    return writableLine(state, author);
  },

  writableRequests: (state, author) =>
    state.status === 'closed' ? topicHasEnded : { ids: nextIds(author.last_request_number, requestPrefix) },
};

function handleRequest(
  state: State,
  { agent_id: agentId, request }: Extract<ModeInput, { type: 'request' }>,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  switch (request.type) {
    case 'queue_join':
      return join(state, agentId, request.payload?.side, rules, context);
    case 'leave':
      return leave(state, agentId, rules, context) ?? reject(state, 'not_in_cast', 'you are on no side');
    case 'turn_done': {
      if (!findSide(state, agentId, rules)) return reject(state, 'not_in_cast', 'you are on no side');
      const refusal = turnDoneRefusal(state, agentId, request.payload?.turn_id);
      return refusal ? refuse(state, refusal) : endTurn(state, rules, context);
    }
    default:
      return reject(state, 'ignored', 'this mode knows queue_join, turn_done and leave');
  }
}

function join(
  state: State,
  agentId: string,
  name: unknown,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const joinable = joinableSide(state, agentId, name, rules, context);
  if ('refusal' in joinable) return refuse(state, joinable.refusal);
  const joined = withMember(state, joinable.side, agentId);
  const isFull = rules.sides.every((side) => collectMembers(joined, side).length >= rules.side_max);
  return isFull ? startRound(joined, rules, context) : accept(joined);
}

/**
 * Removes an agent from its side; undefined for an agent on no side. An agent that leaves during its turn has used it, so that both
 * sides keep the same number of turns.
 */
function leave(
  state: State,
  agentId: string,
  rules: Rules,
  context: ModeContext,
): Transition<State> | undefined {
  const side = findSide(state, agentId, rules);
  if (side === undefined) return undefined;
  const left = withoutMember(state, side, agentId, rules);
  if (state.joining_ends_at !== null) return accept(left);
  if (collectMembers(left, side).length === 0) return endDebate(left, 'too_few');
  return state.speaker_agent_id === agentId ? passTurn(left, rules, context) : accept(left);
}

function speak(
  state: State,
  agentId: string,
  messageId: string,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  if (!findSide(state, agentId, rules)) return reject(state, 'not_in_cast', 'you are on no side');
  const refusal = lineRefusal(state, agentId, messageId, context);
  if (refusal) return refuse(state, refusal);
  if (state.speaker_has_posted) return reject(state, 'already_posted', 'this turn has its message');
  return accept({ ...state, speaker_has_posted: true });
}

function timeOver(state: State, rules: Rules, context: ModeContext): Transition<State> {
  const due = state.speaker_expires_at ?? state.joining_ends_at;
  if (due === null || isAfter(due, context.now)) return reject(state, 'not_due');
  if (state.turn_id !== null) return endTurn(state, rules, context);
  const isEmpty = rules.sides.some((side) => collectMembers(state, side).length === 0);
  return isEmpty ? endDebate(state, 'too_few') : startRound(state, rules, context);
}
