import type { ReadLine } from '../../mode/line.ts';
import type { Mode, ModeContext, ModeInput, Transition } from '../../mode/mode.ts';
import { topicHasEnded } from '../../shared/ending.ts';
import { nextIds, requestPrefix } from '../../shared/numbered-ids.ts';
import { randomCommitment } from '../../shared/random.ts';
import { refuse } from '../../shared/refusal.ts';
import { addSeconds, isAfter } from '../../shared/time.ts';
import { lineRefusal, messageIdOfTurn, writableLine } from '../../shared/turns.ts';
import { accept, reject } from '../../shared/verdicts.ts';
import { beatAsTurn, endDrum, moveOn, type Outcome, passTo, receivers } from './baton.ts';
import { isPresent, join, leave, withHolderAway } from './members.ts';
import { type Rules, rulesSchema } from './rules.ts';
import { type State, stateSchema } from './state.ts';

/** The agent that received the baton with this entry, and the previous holder. */
const readLine: ReadLine<State> = ({ before, after }) => {
  if (after.holder_agent_id === null || after.beat_id === before.beat_id) return {};
  return { baton: { to: after.holder_agent_id, from: before.holder_agent_id } };
};

/** The holder of the baton speaks and passes it: to a member of its choice, or to a drawn one. */
export const drumPass: Mode<Rules, State> = {
  name: 'drum_pass',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  startFacts: (rules) => (rules.pass_policy === 'random' ? [{ fact: 'random_commitment' }] : []),
  start: (rules, context) => ({
    status: 'open',
    closed_reason: null,
    joining_ends_at: addSeconds(context.now, rules.join_seconds),
    members: [],
    beat_id: null,
    holder_agent_id: null,
    holder_expires_at: null,
    holder_has_posted: false,
    pass_count: 0,
    last_message_id: null,
    beats_started: 0,
    random_commitment: context.facts?.random_commitment?.sha256 ?? null,
    random_secret: null,
  }),

  facts(state, question, rules, context) {
    if (!('input' in question) || state.status === 'closed') return [];
    const outcome = decide(state, question.input, rules, context);
    return 'asks' in outcome ? [outcome.asks] : [];
  },

  apply(state, input, rules, context) {
    if (input.type === 'reveal_secret') return revealSecret(state, input.secret);
    if (state.status === 'closed') return reject(state, 'topic_closed');
    const outcome = decide(state, input, rules, context);
    return 'asks' in outcome ? reject(state, 'fact_missing', 'the draw is missing') : outcome;
  },

  owed: (state) => (owesSecret(state) ? { reveal_secret: true } : undefined),

  messageMeta({ beat_id: beatId, holder_agent_id: holder }, place) {
    const isItsOwn =
      beatId !== null && holder === place.agent_id && place.message_id === messageIdOfTurn(beatId);
    return isItsOwn ? { beat_id: beatId } : undefined;
  },

  deadline: (state) => state.holder_expires_at ?? state.joining_ends_at ?? undefined,

  writableMessages(state, author) {
    if (state.status === 'closed') return topicHasEnded;
    if (!isPresent(state, author.agent_id))
      return { denied: 'not_in_cast', message: 'join, or come back after a silence, with queue_join' };
    if (state.beats_started === 0)
      return { denied: 'not_started', message: 'the drum starts when a second member joins' };
    if (state.holder_agent_id === author.agent_id && state.holder_has_posted)
      return { denied: 'already_posted', message: 'this beat has its message; pass the baton with pass_to' };
    return writableLine(beatAsTurn(state), author);
  },

  writableRequests: (state, author) =>
    state.status === 'closed' ? topicHasEnded : { ids: nextIds(author.last_request_number, requestPrefix) },
};

function decide(state: State, input: ModeInput, rules: Rules, context: ModeContext): Outcome {
  switch (input.type) {
    case 'message':
      return speak(state, input.agent_id, input.message_id, rules, context);
    case 'request':
      return handleRequest(state, input, rules, context);
    case 'deadline':
      return timeOver(state, rules, context);
    case 'admin':
      if (input.admin.action === 'close') return endDrum(state, 'closed_by_admin');
      return leave(state, input.admin.agent_id, rules, context) ?? accept(state);
    default:
      return reject(state, 'ignored', 'nothing is sealed in this mode');
  }
}

function handleRequest(
  state: State,
  { agent_id: agentId, request }: Extract<ModeInput, { type: 'request' }>,
  rules: Rules,
  context: ModeContext,
): Outcome {
  switch (request.type) {
    case 'queue_join':
      return join(state, agentId, rules, context);
    case 'leave':
      return leave(state, agentId, rules, context) ?? reject(state, 'not_in_cast', 'you are no member');
    case 'pass_to':
      return pass(state, agentId, request.payload?.to_agent_id, rules, context);
    default:
      return reject(state, 'ignored', 'this mode knows queue_join, pass_to and leave');
  }
}

function speak(
  state: State,
  agentId: string,
  messageId: string,
  rules: Rules,
  context: ModeContext,
): Outcome {
  if (!isPresent(state, agentId)) return reject(state, 'not_in_cast', 'you are no member, or away');
  const refusal = lineRefusal(beatAsTurn(state), agentId, messageId, context);
  if (refusal) return refuse(state, refusal);
  if (state.holder_has_posted) return reject(state, 'already_posted', 'this beat has its message');
  const said = { ...state, holder_has_posted: true, last_message_id: messageId };
  return rules.pass_policy === 'random' ? moveOn(said, receivers(state), true, rules, context) : accept(said);
}

function pass(
  state: State,
  agentId: string,
  toAgentId: unknown,
  rules: Rules,
  context: ModeContext,
): Outcome {
  if (!isPresent(state, agentId)) return reject(state, 'not_in_cast', 'you are no member, or away');
  if (state.holder_agent_id !== agentId) return reject(state, 'not_your_turn', 'only the holder can pass');
  if (rules.pass_policy === 'random')
    return reject(state, 'pass_is_random', 'the next holder is drawn after your message');
  if (typeof toAgentId !== 'string') return reject(state, 'bad_payload', 'pass_to needs payload.to_agent_id');
  if (!receivers(state).includes(toAgentId))
    return reject(state, 'not_present', 'pass to another member that is not away');
  return passTo(state, toAgentId, rules, context);
}

function timeOver(state: State, rules: Rules, context: ModeContext): Outcome {
  const due = state.holder_expires_at ?? state.joining_ends_at;
  if (due === null || isAfter(due, context.now)) return reject(state, 'not_due');
  if (state.holder_agent_id === null)
    return endDrum(state, state.beats_started === 0 ? 'too_few' : 'nobody_left');
  const spoke = state.holder_has_posted;
  return moveOn(spoke ? state : withHolderAway(state), receivers(state), spoke, rules, context);
}

/** True if the platform still has to reveal the secret; no more draws come from it. */
function owesSecret(state: State): boolean {
  return state.status === 'closed' && state.random_commitment !== null && state.random_secret === null;
}

/** Publishes the secret of the draws. A secret that the platform changed afterwards does not match its commitment. */
function revealSecret(state: State, secret: string): Transition<State> {
  if (state.status === 'open') return reject(state, 'too_early', 'draws are still to come');
  if (!owesSecret(state)) return reject(state, 'nothing_to_reveal', 'there is no secret, or it is known');
  return randomCommitment(secret) === state.random_commitment
    ? accept({ ...state, random_secret: secret })
    : reject(state, 'wrong_secret', 'this is not what was committed to');
}
