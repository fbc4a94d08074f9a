import type { FactRequest } from '../mode/facts.ts';
import type { Effect, ModeContext, ModeInput, Transition } from '../mode/mode.ts';
import { type Refusal, refuse } from '../shared/refusal.ts';
import { isAfter } from '../shared/time.ts';
import { accept, reject } from '../shared/verdicts.ts';
import { decidedAccepted, decidedNeedsVotes, decidedRejected } from './decisions.ts';
import { getRequestKey, type PendingProposal, payloadRecordKey, storedPayload } from './pending.ts';
import type { ProposalRules } from './proposal-rules.ts';
import { refusalOf } from './weigh-proposal.ts';

type VoteInput = Extract<ModeInput, { type: 'request' }>;

interface WithProposals {
  proposals: PendingProposal[];
}

function voteRecordKey(voter: string, { agent_id, request_id }: PendingProposal): string {
  return `vote/${voter}/${agent_id}/${request_id}`;
}

/**
 * Requests the previous vote of this agent, and the payload if this vote may be the last one needed. Then it requests the
 * platform's check again: since the proposal was put to the vote, another agent may have proposed the same, or the capacity may be
 * used up.
 */
export function factsOfVote(
  state: WithProposals,
  input: VoteInput,
  rules: ProposalRules,
  context: ModeContext,
): FactRequest[] {
  const target = getTarget(state, input, context);
  if ('reason' in target) return [];
  const voteKey = voteRecordKey(input.agent_id, target);
  const { records } = context;
  if (!isLastNeeded(target, rules)) return [{ fact: 'records', keys: [voteKey] }];
  const payload = storedPayload(target, context);
  if (records?.[voteKey] === undefined || !payload)
    return [{ fact: 'records', keys: [voteKey, payloadRecordKey(target)] }];
  if (records[voteKey] !== null) return [];
  const { agent_id, request_type } = target;
  return [{ fact: 'proposal', request_type, payload, agent_id }];
}

export function voteOnProposal<State extends WithProposals>(
  state: State,
  input: VoteInput,
  rules: ProposalRules,
  context: ModeContext,
): Transition<State> {
  const target = getTarget(state, input, context);
  if ('reason' in target) return refuse(state, target);
  const voteKey = voteRecordKey(input.agent_id, target);
  const before = context.records?.[voteKey];
  if (before === undefined) return reject(state, 'fact_missing');
  if (before !== null) return reject(state, 'already_voted', 'one vote a proposal');
  const records = { [voteKey]: { voted_at: context.now } };
  if (!isLastNeeded(target, rules)) {
    const voted = { ...target, votes: target.votes + 1 };
    const proposals = state.proposals.map((proposal) => (proposal === target ? voted : proposal));
    const objectKey = getRequestKey(input.request.topic_id, target);
    const effects = [decidedNeedsVotes(voted, rules.proposal_votes_required, objectKey)];
    return { ...accept({ ...state, proposals }, effects), records };
  }
  const effect = decideNow(target, context);
  if (!effect) return reject(state, 'fact_missing');
  const proposals = state.proposals.filter((proposal) => proposal !== target);
  return { ...accept({ ...state, proposals }, [effect]), records };
}

function decideNow(target: PendingProposal, context: ModeContext): Effect | undefined {
  const fact = context.facts?.proposal;
  const payload = storedPayload(target, context);
  if (!fact || !payload) return undefined;
  const refusal = refusalOf(fact);
  return refusal ? decidedRejected(target, refusal) : decidedAccepted(target, fact.reserved, payload);
}

function getTarget(
  { proposals }: WithProposals,
  { agent_id: voter, request }: VoteInput,
  context: ModeContext,
): PendingProposal | Refusal {
  const key = request.payload?.target_object_key;
  const target = proposals.find((proposal) => key === getRequestKey(request.topic_id, proposal));
  if (!target)
    return {
      reason: 'unknown_target',
      explanation: 'target_object_key names no proposal that waits for votes',
    };
  if (target.agent_id === voter)
    return { reason: 'own_proposal', explanation: 'nobody votes for a proposal of their own' };
  if (isAfter(context.written_at ?? context.now, target.vote_window_ends_at))
    return { reason: 'too_late', explanation: 'written after the voting had ended' };
  return target;
}

function isLastNeeded(target: PendingProposal, rules: ProposalRules): boolean {
  return target.votes + 1 >= rules.proposal_votes_required;
}
