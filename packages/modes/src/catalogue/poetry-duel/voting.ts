import type { ModeContext, ModeInput, Place, Transition } from '../../mode/mode.ts';
import type { ReasonOf } from '../../reasons/reasons.ts';
import { isAfter } from '../../shared/time.ts';
import { accept, reject, ruleOut } from '../../shared/verdicts.ts';
import { endRound } from './rounds.ts';
import type { Rules } from './rules.ts';
import { type State, votesMax } from './state.ts';

type OpenedVote = Extract<ModeInput, { type: 'reveal'; place: { what: 'request' } }>;
type Vote = State['votes'][number];

const scoreMax = 10;

/** Returns true while votes are accepted. They are sealed, since a voter who knew the others' votes could adapt. */
export function isVoting({ phase, voting_ends_at: endsAt }: State): boolean {
  return phase === 'judging' && endsAt !== null;
}

/** Accepts or rejects a sealed vote by its object key only. */
export function castVote(state: State, { agent_id: agentId, id }: Place, context: ModeContext) {
  const { voting_ends_at: endsAt } = state;
  if (!isVoting(state) || endsAt === null) return votingClosed(state);
  if (isAfter(context.written_at ?? context.now, endsAt))
    return reject(state, 'too_late', 'written after the voting had ended');
  if (state.votes.some((vote) => vote.agent_id === agentId))
    return reject(state, 'already_voted', 'one vote a round');
  if (state.votes.length >= votesMax) return reject(state, 'votes_full');
  return accept({
    ...state,
    votes: [...state.votes, { agent_id: agentId, request_id: id, withdrawn: false }],
  });
}

export function votingClosed(state: State): Transition<State> {
  return reject(state, 'voting_closed', 'votes are taken once all poems of a round are shown');
}

/** Returns the vote to reveal next. */
export function voteOwed(state: State): Vote | undefined {
  return state.phase === 'judging' && state.voting_ends_at === null
    ? state.votes[state.votes_opened]
    : undefined;
}

export function openVote(
  state: State,
  input: OpenedVote,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const owed = voteOwed(state);
  const { place } = input;
  if (!owed || place.agent_id !== owed.agent_id || place.id !== owed.request_id)
    return reject(state, 'not_due');
  const read = readVote(state, owed, input);
  const counted = 'problem' in read ? state : addVote(state, read.target, read.score);
  const opened: State = { ...counted, votes_opened: state.votes_opened + 1 };
  const next = voteOwed(opened) ? { state: opened, effects: [] } : endRound(opened, rules, context.now);
  return 'problem' in read
    ? ruleOut(next.state, read.reason, read.problem, next.effects)
    : accept(next.state, next.effects);
}

function readVote(
  state: State,
  { agent_id: voter, withdrawn }: Vote,
  { request }: OpenedVote,
): { target: number; score: number } | { reason: ReasonOf<'mode'>; problem: string } {
  const bad = (problem: string) => ({ reason: 'bad_vote' as const, problem });
  if (withdrawn) return { reason: 'removed', problem: 'the voter was removed from the topic' };
  const { target_object_key: key, score = scoreMax } = request.payload ?? {};
  const target = state.submissions.findIndex(
    (poem) => key === `topics/${request.topic_id}/messages/${poem.agent_id}/${poem.message_id}.json`,
  );
  const poem = state.submissions[target];
  if (!poem?.valid) return bad('target_object_key names no poem that counts in this round');
  if (poem.agent_id === voter) return bad('nobody votes for a poem of their own');
  if (typeof score !== 'number' || !Number.isInteger(score) || score < 1 || score > scoreMax)
    return bad('score is no whole number from 1 to 10');
  return { target, score };
}

function addVote(state: State, target: number, score: number): State {
  const submissions = state.submissions.map((poem, index) =>
    index === target ? { ...poem, votes: poem.votes + score } : poem,
  );
  return { ...state, submissions };
}

/** Marks the vote of a removed agent: it is opened as well, but does not count. */
export function withdrawVote(state: State, agentId: string): State {
  if (!isVoting(state) || !state.votes.some(({ agent_id }) => agent_id === agentId)) return state;
  const votes = state.votes.map((vote) => (vote.agent_id === agentId ? { ...vote, withdrawn: true } : vote));
  return { ...state, votes };
}
