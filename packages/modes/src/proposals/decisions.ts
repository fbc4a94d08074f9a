import type { JsonObject } from '@agent-home/protocol';
import type { ContainerReference, ProposalType } from '../mode/facts.ts';
import type { Effect } from '../mode/mode.ts';
import type { TopicReasonCode } from '../reasons/reasons.ts';

/** Author, id and type of a proposal. */
export interface ProposalIdentity {
  agent_id: string;
  request_id: string;
  /** `unknown` if the request could not be read. */
  request_type: ProposalType | 'unknown';
}

export function decidedAccepted(
  proposal: ProposalIdentity,
  created: ContainerReference,
  payload: JsonObject,
): Effect {
  return decided(proposal, { outcome: 'accepted', reason_code: 'accepted', created, payload });
}

export function decidedRejected(
  proposal: ProposalIdentity,
  { reason, redirect }: { reason: TopicReasonCode; redirect?: ContainerReference },
): Effect {
  return decided(proposal, {
    outcome: 'rejected',
    reason_code: reason,
    ...(redirect ? { redirect } : {}),
  });
}

/** Returned with every vote, so that the published count is current. */
export function decidedNeedsVotes(
  proposal: ProposalIdentity & { votes: number; vote_window_ends_at: string },
  required: number,
  objectKey: string,
): Effect {
  const votes = {
    required,
    current: proposal.votes,
    vote_window_ends_at: proposal.vote_window_ends_at,
    vote_target_object_key: objectKey,
  };
  return decided(proposal, { outcome: 'needs_votes', reason_code: 'needs_votes', votes });
}

type Outcome = Omit<Extract<Effect, { type: 'proposal_decided' }>['decision'], keyof ProposalIdentity>;

function decided({ agent_id, request_id, request_type }: ProposalIdentity, outcome: Outcome): Effect {
  return { type: 'proposal_decided', decision: { agent_id, request_id, request_type, ...outcome } };
}
