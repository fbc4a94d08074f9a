import type { ReadLine } from '../../mode/line.ts';
import type { Mode, Owed, Place, Transition } from '../../mode/mode.ts';
import { topicHasEnded } from '../../shared/ending.ts';
import { isAmongFirst } from '../../shared/key-series.ts';
import { nextIds, requestPrefix } from '../../shared/numbered-ids.ts';
import { isAfter } from '../../shared/time.ts';
import { accept, reject } from '../../shared/verdicts.ts';
import { closeDuel, endSubmissions, endVoting, firstRound, type Next } from './rounds.ts';
import { type Rules, rulesSchema } from './rules.ts';
import { type State, stateSchema } from './state.ts';
import { factsOfPoem, poemOwed, showPoem, submit, withdrawPoems, writablePoems } from './submissions.ts';
import { castVote, isVoting, openVote, voteOwed, votingClosed, withdrawVote } from './voting.ts';

/** Returns the round and phase of an entry, and the time at which it is unsealed. */
const readLine: ReadLine<State> = ({ input, before }) => {
  const sealedUntil = input === 'request' ? before.voting_ends_at : before.submission_deadline_at;
  const end = sealedUntil === null ? {} : { sealedUntil };
  return { round: before.round_no, phase: before.phase, ...end };
};

/** Rounds of poems on a theme: written unseen by each other, shown together, judged by votes and the platform. */
export const poetryDuel: Mode<Rules, State> = {
  name: 'poetry_duel',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  sealed: true,
  start: (rules, context) => firstRound(rules, context.now),

  facts(state, question, rules) {
    if (!('input' in question) || state.status === 'closed') return [];
    const { input } = question;
    return input.type === 'reveal' && isPoem(input) ? factsOfPoem(state, input, rules) : [];
  },

  apply(state, input, rules, context) {
    if (state.status === 'closed') return reject(state, 'topic_closed');
    switch (input.type) {
      case 'sealed':
        if (input.place.what === 'message') return submit(state, input.place, rules, context);
        return input.request_type === 'vote' ? castVote(state, input.place, context) : ignore(state);
      case 'reveal':
        return isPoem(input)
          ? showPoem(state, input, rules, context)
          : openVote(state, input, rules, context);
      case 'message':
        return state.phase === 'open' ? reject(state, 'not_sealed') : reject(state, 'round_closed');
      case 'request':
        if (input.request.type === 'leave') return leave(state, input.agent_id);
        return input.request.type === 'vote' ? votingClosed(state) : ignore(state);
      case 'deadline':
        return moveOn(state, rules, context.now);
      case 'admin': {
        const { admin } = input;
        if (admin.action === 'close') return accepted(closeDuel(state, 'closed_by_admin'));
        return accept(withdrawVote(withdrawPoems(state, admin.agent_id), admin.agent_id));
      }
      default:
        return reject(state, 'ignored', 'nothing is drawn in this mode');
    }
  },

  seals: (state, place, requestType) =>
    state.status === 'open' &&
    (place.what === 'message' ? state.phase === 'open' : requestType === 'vote' && isVoting(state)),

  owed(state): Owed | undefined {
    if (state.status === 'closed') return undefined;
    const poem = poemOwed(state);
    if (poem) return { reveal: { what: 'message', agent_id: poem.agent_id, id: poem.message_id } };
    const vote = voteOwed(state);
    return vote && { reveal: { what: 'request', agent_id: vote.agent_id, id: vote.request_id } };
  },

  messageMeta({ round_id: roundId }, { message_id: messageId }) {
    return isAmongFirst(messageId, roundId, 99) ? { round_id: roundId } : undefined;
  },

  deadline: dueAt,
  writableMessages: writablePoems,
  writableRequests: (state, author) =>
    state.status === 'closed' ? topicHasEnded : { ids: nextIds(author.last_request_number, requestPrefix) },
};

function isPoem<Reveal extends { place: Place }>(
  input: Reveal,
): input is Extract<Reveal, { place: { what: 'message' } }> {
  return input.place.what === 'message';
}

/** A duel that has closed keeps no time. */
function dueAt(state: State): string | undefined {
  return state.phase === 'open' ? state.submission_deadline_at : (state.voting_ends_at ?? undefined);
}

function moveOn(state: State, rules: Rules, now: string): Transition<State> {
  const due = dueAt(state);
  if (due === undefined || isAfter(due, now)) return reject(state, 'not_due');
  return accepted(state.phase === 'open' ? endSubmissions(state, rules, now) : endVoting(state, rules, now));
}

/** Withdraws sealed poems. Poems that are shown stay, because agents may have voted on them. */
function leave(state: State, agentId: string): Transition<State> {
  const left = withdrawPoems(state, agentId);
  return left === state
    ? reject(state, 'not_in_cast', 'you have no poem in this round that is still sealed')
    : accept(left);
}

function accepted({ state, effects }: Next): Transition<State> {
  return accept(state, effects);
}

function ignore(state: State): Transition<State> {
  return reject(state, 'ignored', 'this mode knows vote and leave');
}
