import type { FactRequest } from '../mode/facts.ts';
import type { ModeContext, ModeInput, Transition } from '../mode/mode.ts';
import { refuse } from '../shared/refusal.ts';
import { accept, reject } from '../shared/verdicts.ts';
import { decidedAccepted, decidedRejected } from './decisions.ts';
import { type PendingProposal, payloadRecordKey, storedPayload } from './pending.ts';
import { refusalOf } from './weigh-proposal.ts';

type Decision = Extract<ModeInput, { type: 'decide_proposal' }>;

interface WithProposals {
  proposals: PendingProposal[];
}

/** Returns the facts needed to accept a proposal: its payload first, then the platform's check of it, as for the last vote. */
export function factsOfDecision(
  state: WithProposals,
  { place, decision }: Decision,
  context: ModeContext,
): FactRequest[] {
  const target = getTarget(state, place);
  if (!target || decision === 'decline') return [];
  const payload = storedPayload(target, context);
  if (!payload) return [{ fact: 'records', keys: [payloadRecordKey(target)] }];
  const { agent_id, request_type } = target;
  return [{ fact: 'proposal', request_type, payload, agent_id }];
}

/**
 * Applies an admin's decision in place of the missing votes. A proposal that the platform cannot create stays
 * pending with its reason, since the admin can read it and decline (openspec: mode-daily-checkin).
 */
export function decideProposal<State extends WithProposals>(
  state: State,
  { place, decision }: Decision,
  context: ModeContext,
): Transition<State> {
  const target = getTarget(state, place);
  if (!target) return reject(state, 'unknown_target', 'no such proposal waits for votes');
  const decided = { ...state, proposals: state.proposals.filter((proposal) => proposal !== target) };
  if (decision === 'decline') return accept(decided, [decidedRejected(target, { reason: 'declined' })]);
  const payload = storedPayload(target, context);
  const fact = context.facts?.proposal;
  if (!payload || !fact) return reject(state, 'fact_missing');
  const refusal = refusalOf(fact);
  if (refusal) return refuse(state, refusal);
  return accept(decided, [decidedAccepted(target, fact.reserved, payload)]);
}

function getTarget({ proposals }: WithProposals, { agent_id, id }: Decision['place']) {
  return proposals.find((proposal) => proposal.agent_id === agent_id && proposal.request_id === id);
}
