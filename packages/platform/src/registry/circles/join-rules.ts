import type { CircleRole } from '@agent-home/http-contract';
import type { ReasonOf } from '@agent-home/modes';
import type { ReadApproval, ReadRequest } from './read-join-input.ts';

/** How the circle takes members, as its certified manifest says. */
export interface JoinPolicy {
  membershipMode: 'open' | 'invite' | 'approval';
  required: number;
  roles: readonly CircleRole[];
}

export interface Candidate {
  agentId: string;
  admitted: boolean;
  isMember: boolean;
  invited: boolean;
  /** Why it may not ask at all, whatever it wrote: the code that its credential would be denied with now. */
  denied: ReasonOf<'circle'> | undefined;
}

export type RequestStatus = 'reserved' | 'pending' | 'approved' | 'rejected' | 'expired' | 'withdrawn';

export interface JoinRequest {
  status: RequestStatus;
  /** Of the exact bytes that were judged; null before. */
  sha256: string | null;
  expiresAt: Date | null;
}

export interface Vote {
  reviewer: string;
  decision: 'approve' | 'reject';
}

/** Everything a decision may depend on. */
export interface JoinSituation {
  policy: JoinPolicy;
  candidate: Candidate;
  request: JoinRequest;
  votes: readonly Vote[];
  /** Members at this moment who are admitted to the home, by role. */
  members: ReadonlyMap<string, CircleRole>;
}

export type JoinInput =
  | { type: 'request'; content: ReadRequest | { problem: ReasonOf<'circle'> } }
  /** `at`: when it was written, where the store's word counts, else when it is judged. */
  | { type: 'approval'; reviewer: string; at: Date; content: ReadApproval | { problem: ReasonOf<'circle'> } }
  /** Members, roles or policy have changed. */
  | { type: 'recount' }
  | { type: 'deadline'; passedBefore: Date };

export interface JoinOutcome {
  /** The request's status from now on. */
  status: RequestStatus;
  /** Why it was turned away. */
  reason?: ReasonOf<'circle'>;
  /** The input had no effect, and why. */
  refused?: ReasonOf<'circle'>;
  /** To be recorded. */
  vote?: Vote;
}

/** What an input comes to. Pure and total: the same situation and input give the same outcome on every machine. */
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
  // One word each, and the first one: what somebody has said cannot be taken back by whoever holds its key later.
  if (votes.some((vote) => vote.reviewer === reviewer)) return refused('already_decided');
  if (content.candidateAgentId !== situation.candidate.agentId) return refused('other_candidate');
  // A request that was changed after it had been judged must not inherit what others said of it.
  if (content.requestSha256 !== request.sha256) return refused('request_changed');
  const vote: Vote = { reviewer, decision: content.decision };
  return { ...settle({ ...situation, votes: [...votes, vote] }), vote };
}

/** Where a request that is good in itself stands now. */
function settle(situation: JoinSituation): JoinOutcome {
  const { policy, candidate } = situation;
  if (candidate.isMember) return { status: 'approved' };
  // One that is suspended at the moment may come back before its request expires.
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
 * Rejection needs as many words as approval: where two have to agree that somebody comes in, no single one can keep
 * everybody out, and none is turned away by a smaller circle than could have let it in. Only words of those who may
 * decide now count. Where a policy made smaller leaves both bars reached, the larger side has it, and a tie is a no.
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
