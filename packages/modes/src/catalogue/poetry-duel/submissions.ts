import type { FactRequest } from '../../mode/facts.ts';
import type { AuthorFacts, ModeContext, ModeInput, Place, Transition, Writable } from '../../mode/mode.ts';
import { topicHasEnded } from '../../shared/ending.ts';
import { idInSeries } from '../../shared/key-series.ts';
import type { Refusal } from '../../shared/refusal.ts';
import { isAfter } from '../../shared/time.ts';
import { accept, reject, ruleOut } from '../../shared/verdicts.ts';
import { endShowing } from './rounds.ts';
import type { Rules } from './rules.ts';
import type { State, Submission } from './state.ts';

type ShownPoem = Extract<ModeInput, { type: 'reveal'; place: { what: 'message' } }>;

const leftTheRound = 'whoever has left a round may write again in the next';

export function writablePoems(
  state: State,
  author: AuthorFacts,
  rules: Rules,
  { now }: ModeContext,
): Writable {
  if (state.status === 'closed') return topicHasEnded;
  const own = collectPoems(state, author.agent_id);
  if (own.length >= rules.max_submissions_per_round)
    return { denied: 'already_posted', message: 'this round has all that you may submit to it' };
  if (state.phase !== 'open' || !isAfter(state.submission_deadline_at, now))
    return { denied: 'round_closed', message: 'wait for the next round to open' };
  if (own.some(({ withdrawn }) => withdrawn)) return { denied: 'round_closed', message: leftTheRound };
  if (own.length === 0 && isFull(state, rules))
    return { denied: 'slots_full', message: 'this round has all the poets it takes; wait for the next' };
  const id = idInSeries(state.round_id, own.length + 1);
  return { ids: [{ id, not_after: state.submission_deadline_at }] };
}

/** Accepts or rejects a sealed poem by its object key only. */
export function submit(
  state: State,
  { agent_id: agentId, id }: Place,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  if (state.phase !== 'open') return reject(state, 'round_closed');
  const own = collectPoems(state, agentId);
  if (id !== idInSeries(state.round_id, own.length + 1)) return refuseId(state, id, own);
  if (own.length >= rules.max_submissions_per_round) return reject(state, 'already_posted');
  if (own.some(({ withdrawn }) => withdrawn)) return reject(state, 'round_closed', leftTheRound);
  if (isAfter(context.written_at ?? context.now, state.submission_deadline_at))
    return reject(state, 'too_late', 'written after the round had closed');
  if (own.length === 0 && isFull(state, rules))
    return reject(state, 'round_full', 'this round has all the poets it takes; wait for the next');
  const sealed = { withdrawn: false, valid: null, score: null, votes: 0 };
  const submissions = [...state.submissions, { agent_id: agentId, message_id: id, ...sealed }];
  return accept({ ...state, submissions, submissions_count: submissions.length });
}

function refuseId(state: State, id: string, own: readonly Submission[]): Transition<State> {
  if (own.some(({ message_id }) => message_id === id)) return reject(state, 'already_posted');
  const isOfThisRound = id === state.round_id || id.startsWith(`${state.round_id}_`);
  return isOfThisRound || !/^round_\d{6}(_\d\d)?$/.test(id)
    ? reject(state, 'wrong_message_id', 'write at the key that was granted')
    : reject(state, 'round_closed', 'the round this poem was for is not the current one');
}

/** Returns the poem to show next. */
export function poemOwed({ phase, submissions }: State): Submission | undefined {
  return phase === 'closed' ? submissions.find(({ valid }) => valid === null) : undefined;
}

export function factsOfPoem(state: State, input: ShownPoem, rules: Rules): FactRequest[] {
  const owed = poemOwed(state);
  const isJudged = rules.judge_mode.includes('platform') && owed && isAt(owed, input.place);
  return isJudged && !findFlaw(state, owed, input)
    ? [{ fact: 'poem', theme: state.theme, text: toText(input) }]
    : [];
}

export function showPoem(
  state: State,
  input: ShownPoem,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const owed = poemOwed(state);
  if (!owed || !isAt(owed, input.place)) return reject(state, 'not_due');
  const flaw = findFlaw(state, owed, input);
  const score = context.facts?.poem?.score;
  const isScored = rules.judge_mode.includes('platform') && !flaw;
  if (isScored && !(typeof score === 'number' && score >= 0 && score <= 10))
    return reject(state, 'fact_missing', 'the platform has not scored this poem');
  const shown: Submission = { ...owed, valid: !flaw, score: isScored ? (score ?? null) : null };
  const submissions = state.submissions.map((submission) => (submission === owed ? shown : submission));
  const all: State = { ...state, submissions };
  const next = poemOwed(all) ? { state: all, effects: [] } : endShowing(all, rules, context.now);
  return flaw
    ? ruleOut(next.state, flaw.reason, flaw.explanation, next.effects)
    : accept(next.state, next.effects);
}

/** Withdraws an agent's poems from a round that has not shown them yet. Returns the same state if there are none. */
export function withdrawPoems(state: State, agentId: string): State {
  const isTaken = ({ agent_id, valid, withdrawn }: Submission) =>
    agent_id === agentId && valid === null && !withdrawn;
  if (!state.submissions.some(isTaken)) return state;
  const submissions = state.submissions.map((submission) =>
    isTaken(submission) ? { ...submission, withdrawn: true } : submission,
  );
  return { ...state, submissions };
}

function findFlaw(state: State, owed: Submission, { message }: ShownPoem): Refusal | undefined {
  if (owed.withdrawn) return { reason: 'removed', explanation: 'its author had left the round' };
  const named = message.meta?.round_id;
  return named === undefined || named === state.round_id
    ? undefined
    : { reason: 'wrong_round', explanation: 'the poem names another round than it was submitted to' };
}

function toText({ message }: ShownPoem): string {
  const text: unknown = message.content?.text;
  return typeof text === 'string' ? text : '';
}

function collectPoems(state: State, agentId: string): Submission[] {
  return state.submissions.filter(({ agent_id }) => agent_id === agentId);
}

function isFull(state: State, rules: Rules): boolean {
  return new Set(state.submissions.map(({ agent_id }) => agent_id)).size >= rules.max_participants;
}

function isAt(submission: Submission, place: Place): boolean {
  return (
    place.what === 'message' && place.agent_id === submission.agent_id && place.id === submission.message_id
  );
}
