import type { Effect, Place } from '../mode/mode.ts';
import { decidedRejected, type ProposalIdentity } from '../proposals/decisions.ts';
import { isProposalType } from '../proposals/weigh-proposal.ts';
import type { TopicReasonCode } from '../reasons/reasons.ts';

/**
 * Returns the proposal at a place; undefined for a request of another type. A request whose type cannot be read may be a proposal,
 * so its author gets a decision as well.
 */
export function proposalAt(place: Place | undefined, type: unknown): ProposalIdentity | undefined {
  if (place?.what !== 'request') return undefined;
  const { agent_id, id: request_id } = place;
  if (type === undefined) return { agent_id, request_id, request_type: 'unknown' };
  return typeof type === 'string' && isProposalType(type)
    ? { agent_id, request_id, request_type: type }
    : undefined;
}

/** Adds the decision on a rejected proposal that its mode did not decide (spec proposals "A decision for every proposal"). */
export function withDecision(
  effects: Effect[],
  proposal: ProposalIdentity | undefined,
  reason: TopicReasonCode | undefined,
): Effect[] {
  if (!proposal || reason === undefined) return effects;
  const { agent_id, request_id } = proposal;
  const isDecided = effects.some(
    (effect) =>
      effect.type === 'proposal_decided' &&
      effect.decision.agent_id === agent_id &&
      effect.decision.request_id === request_id,
  );
  return isDecided ? effects : [...effects, decidedRejected(proposal, { reason })];
}
