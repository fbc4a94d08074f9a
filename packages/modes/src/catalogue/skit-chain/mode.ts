import { z } from 'zod';
import type { ReadLine } from '../../mode/line.ts';
import type { Mode, ModeContext, ModeInput, Transition } from '../../mode/mode.ts';
import {
  isDeserted,
  joinRefusal,
  joinSecondsDefault,
  joinSecondsMax,
  memberAfter,
} from '../../shared/cast.ts';
import { closeTopic } from '../../shared/close-topic.ts';
import { type ClosedReason, closedReasonSchema, topicHasEnded } from '../../shared/ending.ts';
import { nextIds, requestPrefix } from '../../shared/numbered-ids.ts';
import { refuse } from '../../shared/refusal.ts';
import { addSeconds, isAfter } from '../../shared/time.ts';
import {
  giveTurn,
  lineRefusal,
  metaOfTurn,
  noTurn,
  turnDoneRefusal,
  turnShape,
  writableLine,
} from '../../shared/turns.ts';
import { accept, reject } from '../../shared/verdicts.ts';

const castMin = 2;

const rulesSchema = z.strictObject({
  /** Number of actors with which the play starts at once. */
  cast_max: z.int().min(castMin).max(50).default(4),
  /** Number of accepted messages that ends the play. */
  lines_max: z.int().min(1).max(10_000).default(24),
  /** Time limit of a line, in seconds. */
  turn_ttl_seconds: z.int().min(1).max(86_400).default(90),
  /** Seconds from the start of the topic after which a cast of two or more starts without the rest. */
  join_seconds: z.int().min(1).max(joinSecondsMax).default(joinSecondsDefault),
});

type Rules = z.infer<typeof rulesSchema>;

const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  /** Time until which actors may join. Null once the play has started. */
  joining_ends_at: z.string().nullable(),
  /** Actors in the order of their turns, which is that of joining. */
  cast: z.array(z.string()),
  /** Place of the speaker in `cast`. Null between turns. */
  current_actor_index: z.int().min(0).nullable(),
  ...turnShape,
  /** Number of accepted lines. */
  line_no: z.int().min(0),
  turns_started: z.int().min(0),
  /** Number of consecutive turns without a line. */
  silent_turns: z.int().min(0),
});

type State = z.infer<typeof stateSchema>;

/** Returns the speaker's place in the cast, from 1. */
const readLine: ReadLine<State> = ({ message, before }) =>
  message && before.current_actor_index !== null ? { place: before.current_actor_index + 1 } : {};

/** Play in which each actor says one line, in the order of joining. */
export const skitChain: Mode<Rules, State> = {
  name: 'skit_chain',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  start: (rules, context) => ({
    status: 'open',
    closed_reason: null,
    joining_ends_at: addSeconds(context.now, rules.join_seconds),
    cast: [],
    current_actor_index: null,
    ...noTurn,
    line_no: 0,
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
        if (input.admin.action === 'close') return endPlay(state, 'closed_by_admin');
        return state.cast.includes(input.admin.agent_id)
          ? leave(state, input.admin.agent_id, rules, context)
          : accept(state);
      default:
        return reject(state, 'ignored', 'nothing is sealed in this mode');
    }
  },

  messageMeta: (state, place) => metaOfTurn(state, place, {}),
  deadline: (state) => state.speaker_expires_at ?? state.joining_ends_at ?? undefined,

  writableMessages(state, author) {
    if (state.status === 'closed') return topicHasEnded;
    if (!state.cast.includes(author.agent_id))
      return { denied: 'not_in_cast', message: 'only the cast speaks; queue_join before the play starts' };
    if (state.turn_id === null)
      return { denied: 'not_started', message: 'the play starts when its cast is complete' };
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
  if (request.type === 'queue_join') return join(state, agentId, rules, context);
  if (request.type !== 'leave' && request.type !== 'turn_done')
    return reject(state, 'ignored', 'this mode knows queue_join, turn_done and leave');
  if (!state.cast.includes(agentId)) return reject(state, 'not_in_cast', 'you are not in the cast');
  if (request.type === 'leave') return leave(state, agentId, rules, context);
  const refusal = turnDoneRefusal(state, agentId, request.payload?.turn_id);
  return refusal ? refuse(state, refusal) : afterTurn(state, false, rules, context);
}

function join(state: State, agentId: string, rules: Rules, context: ModeContext): Transition<State> {
  const refusal = joinRefusal(state.cast, rules.cast_max, state.joining_ends_at, agentId, context);
  if (refusal) return refuse(state, refusal);
  const joined = { ...state, cast: [...state.cast, agentId] };
  return joined.cast.length >= rules.cast_max ? cue(joined, joined.cast[0], rules, context) : accept(joined);
}

function leave(state: State, agentId: string, rules: Rules, context: ModeContext): Transition<State> {
  const follower = memberAfter(state.cast, agentId);
  const cast = state.cast.filter((member) => member !== agentId);
  const left = { ...state, cast, silent_turns: 0 };
  if (state.joining_ends_at !== null) return accept(left);
  if (cast.length < castMin) return endPlay(left, 'too_few');
  if (state.speaker_agent_id === agentId) return cue(left, follower, rules, context);
  return accept({ ...left, current_actor_index: indexOf(cast, state.speaker_agent_id) });
}

function speak(
  state: State,
  agentId: string,
  messageId: string,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  if (!state.cast.includes(agentId)) return reject(state, 'not_in_cast', 'you are not in the cast');
  const refusal = lineRefusal(state, agentId, messageId, context);
  return refusal ? refuse(state, refusal) : afterTurn(state, true, rules, context);
}

function timeOver(state: State, rules: Rules, context: ModeContext): Transition<State> {
  const due = state.speaker_expires_at ?? state.joining_ends_at;
  if (due === null || isAfter(due, context.now)) return reject(state, 'not_due');
  if (state.turn_id !== null) return afterTurn(state, false, rules, context);
  if (state.cast.length < castMin) return endPlay(state, 'too_few');
  return cue(state, state.cast[0], rules, context);
}

/** Starts the next actor's turn, or ends the play. A missed turn is not repeated. */
function afterTurn(state: State, spoke: boolean, rules: Rules, context: ModeContext): Transition<State> {
  const ended = spoke
    ? { ...state, line_no: state.line_no + 1, silent_turns: 0 }
    : { ...state, silent_turns: state.silent_turns + 1 };
  if (ended.line_no >= rules.lines_max) return endPlay(ended, 'completed');
  if (isDeserted(ended.silent_turns, ended.cast.length)) return endPlay(ended, 'nobody_left');
  return cue(ended, memberAfter(state.cast, state.speaker_agent_id), rules, context);
}

function cue(state: State, actor: string | undefined, rules: Rules, context: ModeContext): Transition<State> {
  if (actor === undefined) return endPlay(state, 'too_few');
  const number = state.turns_started + 1;
  const { turn, started } = giveTurn(number, actor, rules.turn_ttl_seconds, context);
  const current_actor_index = indexOf(state.cast, actor);
  const next = { ...state, ...turn, current_actor_index, joining_ends_at: null, turns_started: number };
  return accept(next, [started]);
}

function indexOf(cast: readonly string[], actor: string | null): number | null {
  return actor === null ? null : cast.indexOf(actor);
}

function endPlay(state: State, reason: ClosedReason): Transition<State> {
  return closeTopic({ ...state, ...noTurn, current_actor_index: null, joining_ends_at: null }, reason);
}
