import type { CircleRole } from '@agent-home/http-contract';
import type { ReasonOf } from '@agent-home/modes';
import type { ReadApproval, ReadRequest } from './read-join-input.ts';

/** Rules of the circle's certified manifest for admitting members. */
interface JoinPolicy {
  membershipMode: 'open' | 'invite' | 'approval';
  required: number;
  roles: readonly CircleRole[];
}

export interface Candidate {
  agentId: string;
  admitted: boolean;
  isMember: boolean;
  invited: boolean;
  /** Denial code that the candidate's grant would get now; undefined if it may request. */
  denied: ReasonOf<'circle'> | undefined;
}

export type RequestStatus = 'reserved' | 'pending' | 'approved' | 'rejected' | 'expired' | 'withdrawn';

interface JoinRequest {
  status: RequestStatus;
  /** Hash of the judged bytes of the request; null before that. */
  sha256: string | null;
  expiresAt: Date | null;
}

export interface Vote {
  reviewer: string;
  decision: 'approve' | 'reject';
}

/** Everything that a decision about a join request may depend on. */
export interface JoinSituation {
  policy: JoinPolicy;
  candidate: Candidate;
  request: JoinRequest;
  votes: readonly Vote[];
  /** Members at this moment that are admitted to the home, by role. */
  members: ReadonlyMap<string, CircleRole>;
}

export type JoinInput =
  | { type: 'request'; content: ReadRequest | { problem: ReasonOf<'circle'> } }
  /** `at`: when it was written, where the store's time can be trusted, else when it is judged. */
  | { type: 'approval'; reviewer: string; at: Date; content: ReadApproval | { problem: ReasonOf<'circle'> } }
  /** Decide again, because members, roles or the policy have changed. */
  | { type: 'recount' }
  | { type: 'deadline'; passedBefore: Date };

export interface JoinOutcome {
  /** New status of the request. */
  status: RequestStatus;
  /** Reason why the request was rejected. */
  reason?: ReasonOf<'circle'>;
  /** Reason why the input had no effect. */
  refused?: ReasonOf<'circle'>;
  /** Vote to store. */
  vote?: Vote;
}

/** Decides the outcome of an input about a join request. Pure and total: it depends only on its parameters. */
export function decideJoin(situation: JoinSituation, input: JoinInput): JoinOutcome {
  const { status } = situation.request;
  switch (input.type) {
    case 'request':
      return status === 'reserved'
        ? judgeRequest(situation, input.content)
        : { status, refused: 'already_judged' };
    case 'approval':
      return judgeApproval(situation, input);
    case 'recount':
      return status === 'pending' ? settle(situation) : { status };
    case 'deadline':
      return status === 'pending' && isPast(situation.request, input.passedBefore)
        ? { status: 'expired' }
        : { status };
  }
}

function judgeRequest(
  situation: JoinSituation,
  content: ReadRequest | { problem: ReasonOf<'circle'> },
): JoinOutcome {
  const { candidate } = situation;
  const reason =
    'problem' in content ? content.problem : candidate.admitted ? candidate.denied : 'not_admitted';
  return reason === undefined ? settle(situation) : { status: 'rejected', reason };
}

function judgeApproval(
  situation: JoinSituation,
  { reviewer, at, content }: Extract<JoinInput, { type: 'approval' }>,
): JoinOutcome {
  const { request, votes } = situation;
  const { status } = request;
  const refused = (why: ReasonOf<'circle'>): JoinOutcome => ({ status, refused: why });
  if (status !== 'pending') return refused('not_pending');
  if (!isDecider(situation, reviewer)) return refused('not_a_decider');
  if ('problem' in content) return refused(content.problem);
  if (isPast(request, at)) return refused('expired');
  // A reviewer's first vote is final, so that a thief of its key cannot change it later.
  if (votes.some((vote) => vote.reviewer === reviewer)) return refused('already_decided');
  if (content.candidateAgentId !== situation.candidate.agentId) return refused('other_candidate');
  // A vote names the request's hash, so that it does not count for a request that was changed after it.
  if (content.requestSha256 !== request.sha256) return refused('request_changed');
  const vote: Vote = { reviewer, decision: content.decision };
  return { ...settle({ ...situation, votes: [...votes, vote] }), vote };
}

/** Decides the status of a valid request from the policy and the votes. */
function settle(situation: JoinSituation): JoinOutcome {
  const { policy, candidate } = situation;
  if (candidate.isMember) return { status: 'approved' };
  // A suspended candidate may return before its request expires, so the request waits.
  if (!candidate.admitted) return { status: 'pending' };
  switch (policy.membershipMode) {
    case 'open':
      return { status: 'approved' };
    case 'invite':
      return candidate.invited ? { status: 'approved' } : { status: 'rejected', reason: 'not_invited' };
    case 'approval':
      return count(situation);
  }
}

/**
 * Counts votes. Rejection needs as many as approval, so that a single member cannot keep candidates out where two must agree. Only
 * votes of members that may decide now count. If a changed policy leaves enough votes on both sides, the larger side wins, and a
 * tie rejects.
 */
function count(situation: JoinSituation): JoinOutcome {
  const { required } = situation.policy;
  const standing = situation.votes.filter(({ reviewer }) => isDecider(situation, reviewer));
  const approvals = standing.filter(({ decision }) => decision === 'approve').length;
  const rejections = standing.length - approvals;
  if (approvals >= required && approvals > rejections) return { status: 'approved' };
  if (rejections >= required) return { status: 'rejected', reason: 'rejected_by_members' };
  return { status: 'pending' };
}

function isDecider({ policy, candidate, members }: JoinSituation, agentId: string): boolean {
  const role = members.get(agentId);
  return role !== undefined && agentId !== candidate.agentId && policy.roles.includes(role);
}

function isPast({ expiresAt }: JoinRequest, moment: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() < moment.getTime();
}
