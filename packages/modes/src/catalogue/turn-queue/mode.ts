import { z } from 'zod';
import type { ReadLine } from '../../mode/line.ts';
import type { Effect, Mode, ModeContext, Transition } from '../../mode/mode.ts';
import { nextIds, numberedId, requestPrefix } from '../../shared/numbered-ids.ts';
import { addSeconds, isAfter } from '../../shared/time.ts';
import { metaOfTurn } from '../../shared/turns.ts';
import { accept, reject } from '../../shared/verdicts.ts';

const rulesSchema = z.strictObject({
  queue_policy: z.literal('fifo').default('fifo'),
  /** Time limit of a turn from its start, in seconds. */
  turn_ttl_seconds: z.int().min(1).max(86_400).default(180),
  end_condition: z.literal('turn_done_or_timeout').default('turn_done_or_timeout'),
  /** Limits the state; a later agent is refused with the advice to retry. */
  queue_max: z.int().min(1).max(1000).default(100),
  /** Number of turns after which the topic closes. If absent, it continues until an admin closes it. */
  max_turns: z.int().min(1).max(1_000_000).optional(),
});

type Rules = z.infer<typeof rulesSchema>;

const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  /** Null between turns. */
  turn_id: z.string().nullable(),
  speaker_agent_id: z.string().nullable(),
  speaker_expires_at: z.string().nullable(),
  /** True if the speaker's one message of this turn has been accepted. */
  speaker_has_posted: z.boolean(),
  queue_depth: z.int().min(0),
  queue: z.array(z.strictObject({ agent_id: z.string(), joined_at: z.string() })),
  turns_started: z.int().min(0),
});

type State = z.infer<typeof stateSchema>;

/** Adds no details: the turn of a message is shown for every mode. */
const readLine: ReadLine<State> = () => ({});

const idle = { turn_id: null, speaker_agent_id: null, speaker_expires_at: null, speaker_has_posted: false };

/** One speaker at a time, first come first served; a turn ends with `turn_done` or when its time runs out. */
export const turnQueue: Mode<Rules, State> = {
  name: 'turn_queue',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  endsWithTurnDone: true,
  start: () => ({ status: 'open', ...idle, queue_depth: 0, queue: [], turns_started: 0 }),

  apply(state, input, rules, context) {
    if (state.status === 'closed') return reject(state, 'topic_closed');
    switch (input.type) {
      case 'message':
        return speak(state, input.agent_id, input.message_id, context);
      case 'request':
        if (input.request.type === 'queue_join') return join(state, input.agent_id, rules, context);
        if (input.request.type === 'turn_done') {
          return finish(state, input.agent_id, input.request.payload?.turn_id, rules, context);
        }
        return reject(state, 'ignored', 'this mode knows queue_join and turn_done');
      case 'deadline':
        if (!state.speaker_expires_at || isAfter(state.speaker_expires_at, context.now))
          return reject(state, 'not_due');
        return nextTurn(state, rules, context);
      case 'admin':
        return input.admin.action === 'close'
          ? accept(close(state), [{ type: 'topic_closed' }])
          : remove(state, input.admin.agent_id, rules, context);
      default:
        return reject(state, 'ignored', 'nothing is sealed in this mode');
    }
  },

  messageMeta: (state, place) => metaOfTurn(state, place, {}),
  deadline: (state) => state.speaker_expires_at ?? undefined,

  writableMessages(state, author) {
    if (state.status === 'closed') return { denied: 'topic_closed', message: 'the topic has ended' };
    if (
      state.speaker_agent_id !== author.agent_id ||
      state.turn_id === null ||
      state.speaker_expires_at === null
    ) {
      return { denied: 'not_your_turn', message: 'join the queue with queue_join and wait for your turn' };
    }
    if (state.speaker_has_posted) {
      return { denied: 'already_posted', message: 'this turn has its message; end it with turn_done' };
    }
    return { ids: [{ id: messageIdOfTurn(state.turn_id), not_after: state.speaker_expires_at }] };
  },

  writableRequests: (state, author) =>
    state.status === 'closed'
      ? { denied: 'topic_closed', message: 'the topic has ended' }
      : { ids: nextIds(author.last_request_number, requestPrefix) },
};

function messageIdOfTurn(turnId: string): string {
  return `${turnId}_0001`;
}

function speak(state: State, agentId: string, messageId: string, context: ModeContext): Transition<State> {
  if (state.turn_id === null || messageId !== messageIdOfTurn(state.turn_id)) {
    return reject(state, 'turn_over', 'the turn this message was for is not the current one');
  }
  if (state.speaker_agent_id !== agentId) return reject(state, 'not_your_turn');
  if (state.speaker_has_posted) return reject(state, 'already_posted');
  if (state.speaker_expires_at && isAfter(context.written_at ?? context.now, state.speaker_expires_at)) {
    return reject(state, 'too_late', 'written after the turn had run out');
  }
  return accept({ ...state, speaker_has_posted: true });
}

function join(state: State, agentId: string, rules: Rules, context: ModeContext): Transition<State> {
  if (state.speaker_agent_id === agentId) return reject(state, 'already_speaking');
  if (state.queue.some((waiting) => waiting.agent_id === agentId)) return reject(state, 'already_queued');
  if (state.queue.length >= rules.queue_max)
    return reject(state, 'queue_full', 'try again when the queue is shorter');
  const joined = withQueue(state, [...state.queue, { agent_id: agentId, joined_at: context.now }]);
  return state.speaker_agent_id === null ? nextTurn(joined, rules, context) : accept(joined);
}

function finish(
  state: State,
  agentId: string,
  turnId: unknown,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  if (state.speaker_agent_id !== agentId) return reject(state, 'not_your_turn');
  if (turnId !== state.turn_id) return reject(state, 'turn_over', 'turn_done names another turn');
  return nextTurn(state, rules, context);
}

function remove(state: State, agentId: string, rules: Rules, context: ModeContext): Transition<State> {
  const without = withQueue(
    state,
    state.queue.filter((waiting) => waiting.agent_id !== agentId),
  );
  return state.speaker_agent_id === agentId ? nextTurn(without, rules, context) : accept(without);
}

/** Ends the current turn, if any, and gives the next one to the head of the queue. */
function nextTurn(state: State, rules: Rules, context: ModeContext): Transition<State> {
  if (rules.max_turns !== undefined && state.turns_started >= rules.max_turns) {
    return accept(close(state), [{ type: 'topic_closed' }]);
  }
  const [next, ...waiting] = state.queue;
  if (!next) return accept({ ...state, ...idle });
  const number = state.turns_started + 1;
  const turn = {
    turn_id: numberedId(number, 'turn_'),
    speaker_agent_id: next.agent_id,
    speaker_expires_at: addSeconds(context.now, rules.turn_ttl_seconds),
  };
  const effect: Effect = {
    type: 'turn_started',
    agent_id: turn.speaker_agent_id,
    turn_id: turn.turn_id,
    expires_at: turn.speaker_expires_at,
  };
  return accept({ ...withQueue(state, waiting), ...turn, speaker_has_posted: false, turns_started: number }, [
    effect,
  ]);
}

function withQueue(state: State, queue: State['queue']): State {
  return { ...state, queue, queue_depth: queue.length };
}

function close(state: State): State {
  return { ...withQueue(state, []), ...idle, status: 'closed' };
}
