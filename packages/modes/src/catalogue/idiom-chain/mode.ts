import type { ReadLine } from '../../mode/line.ts';
import type { Mode, ModeContext, ModeInput, Transition } from '../../mode/mode.ts';
import { joinRefusal } from '../../shared/cast.ts';
import { topicHasEnded } from '../../shared/ending.ts';
import { nextIds, requestPrefix } from '../../shared/numbered-ids.ts';
import { type Refusal, refuse } from '../../shared/refusal.ts';
import { addSeconds, isAfter } from '../../shared/time.ts';
import { lineRefusal, metaOfTurn, noTurn, turnDoneRefusal, writableLine } from '../../shared/turns.ts';
import { accept, reject, ruleOut } from '../../shared/verdicts.ts';
import { readIdiom } from './read-idiom.ts';
import { ruleOnIdiom } from './rule-on-idiom.ts';
import { playersMin, type Rules, rulesSchema } from './rules.ts';
import { type State, stateSchema } from './state.ts';
import { appendIdiom, collectPlayers, endGame, giveTurnTo, strikeSpeaker, withdraw } from './turns.ts';

/** Idiom of a message, its required first character, and its link to the chain. */
const readLine: ReadLine<State> = ({ message, before, after }) => {
  if (!message) return {};
  const isLinked = after.chain_length > before.chain_length;
  return { idiom: { text: readIdiom(message).join(''), expected: before.expected_start_char, isLinked } };
};

const notInCast: Refusal = { reason: 'not_in_cast', explanation: 'you are not, or no longer, in this game' };

/** Chain of idioms: each starts with the character that the previous one ended with. */
export const idiomChain: Mode<Rules, State> = {
  name: 'idiom_chain',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  start: (rules, context) => ({
    status: 'open',
    closed_reason: null,
    joining_ends_at: addSeconds(context.now, rules.join_seconds),
    cast: [],
    ...noTurn,
    expected_start_char: null,
    last_idiom: null,
    chain_length: 0,
    used_idioms: [],
    winner_agent_id: null,
    turns_started: 0,
    silent_turns: 0,
  }),

  facts(state, question, rules, context) {
    if (!('input' in question) || question.input.type !== 'message') return [];
    const { agent_id: agentId, message_id: messageId, message } = question.input;
    if (state.status === 'closed' || lineRefusal(state, agentId, messageId, context)) return [];
    const ruling = ruleOnIdiom(readIdiom(message), state, rules, context);
    return 'asks' in ruling ? [ruling.asks] : [];
  },

  apply(state, input, rules, context) {
    if (state.status === 'closed') return reject(state, 'topic_closed');
    switch (input.type) {
      case 'message':
        return play(state, input, rules, context);
      case 'request':
        return handleRequest(state, input, rules, context);
      case 'deadline':
        return timeOver(state, rules, context);
      case 'admin':
        if (input.admin.action === 'close') return endGame(state, 'closed_by_admin');
        return leave(state, input.admin.agent_id, rules, context) ?? accept(state);
      default:
        return reject(state, 'ignored', 'nothing is sealed in this mode');
    }
  },

  messageMeta: (state, place) =>
    metaOfTurn(
      state,
      place,
      state.expected_start_char === null ? {} : { expected_start_char: state.expected_start_char },
    ),
  deadline: (state) => state.speaker_expires_at ?? state.joining_ends_at ?? undefined,

  writableMessages(state, author) {
    if (state.status === 'closed') return topicHasEnded;
    if (!collectPlayers(state).includes(author.agent_id)) {
      const message = 'players join with queue_join before the game starts, and strikes put them out';
      return { denied: 'not_in_cast', message };
    }
    if (state.turn_id === null)
      return { denied: 'not_started', message: 'the game starts when its cast is complete' };
    return writableLine(state, author);
  },

  writableRequests: (state, author) =>
    state.status === 'closed' ? topicHasEnded : { ids: nextIds(author.last_request_number, requestPrefix) },
};

function play(
  state: State,
  { agent_id: agentId, message_id: messageId, message }: Extract<ModeInput, { type: 'message' }>,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  if (!collectPlayers(state).includes(agentId)) return refuse(state, notInCast);
  const refusal = lineRefusal(state, agentId, messageId, context);
  if (refusal) return refuse(state, refusal);
  const idiom = readIdiom(message);
  const ruling = ruleOnIdiom(idiom, state, rules, context);
  if ('asks' in ruling) return reject(state, 'fact_missing', `the answer to ${ruling.asks.fact} is missing`);
  if ('fits' in ruling) return appendIdiom(state, idiom, rules, context);
  const struck = strikeSpeaker(state, true, rules, context);
  return ruleOut(struck.state, ruling.out.reason, ruling.out.explanation, struck.effects);
}

function handleRequest(
  state: State,
  { agent_id: agentId, request }: Extract<ModeInput, { type: 'request' }>,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  switch (request.type) {
    case 'queue_join':
      return join(state, agentId, rules, context);
    case 'leave':
      return leave(state, agentId, rules, context) ?? refuse(state, notInCast);
    case 'turn_done': {
      if (!collectPlayers(state).includes(agentId)) return refuse(state, notInCast);
      const refusal = turnDoneRefusal(state, agentId, request.payload?.turn_id);
      return refusal ? refuse(state, refusal) : strikeSpeaker(state, false, rules, context);
    }
    default:
      return reject(state, 'ignored', 'this mode knows queue_join, turn_done and leave');
  }
}

function join(state: State, agentId: string, rules: Rules, context: ModeContext): Transition<State> {
  const players = collectPlayers(state);
  const refusal = joinRefusal(players, rules.cast_max, state.joining_ends_at, agentId, context);
  if (refusal) return refuse(state, refusal);
  const joined = { ...state, cast: [...state.cast, { agent_id: agentId, strikes: 0 }] };
  return joined.cast.length >= rules.cast_max
    ? giveTurnTo(joined, players[0], rules, context)
    : accept(joined);
}

/** Removes a player; undefined for an agent that is not in the game. */
function leave(
  state: State,
  agentId: string,
  rules: Rules,
  context: ModeContext,
): Transition<State> | undefined {
  if (!collectPlayers(state).includes(agentId)) return undefined;
  if (state.joining_ends_at === null) return withdraw(state, agentId, rules, context);
  return accept({ ...state, cast: state.cast.filter((player) => player.agent_id !== agentId) });
}

function timeOver(state: State, rules: Rules, context: ModeContext): Transition<State> {
  const due = state.speaker_expires_at ?? state.joining_ends_at;
  if (due === null || isAfter(due, context.now)) return reject(state, 'not_due');
  if (state.turn_id !== null) return strikeSpeaker(state, false, rules, context);
  const [first] = collectPlayers(state);
  if (state.cast.length < playersMin) return endGame(state, 'too_few');
  return giveTurnTo(state, first, rules, context);
}
