import type { JsonObject } from '@agent-home/protocol';
import type { ContainerReference, ProposalFact, ProposalType } from '../facts.ts';
import type { Refusal } from '../shared/refusal.ts';
import { isProposableMode } from './proposable-modes.ts';
import type { ProposalRules } from './proposal-rules.ts';
import { readProposal } from './read-proposal.ts';

/** A refused proposal; a duplicate is pointed to what is there already. */
export interface ProposalRefusal extends Refusal {
  redirect?: ContainerReference;
}

export function isProposalType(type: string): type is ProposalType {
  return type === 'propose_topic' || type === 'propose_task';
}

/** What the topic's rules alone say: the shape first, then what may be proposed here. */
export function readByRules(
  type: ProposalType,
  given: unknown,
  rules: ProposalRules,
): { payload: JsonObject } | { refusal: ProposalRefusal } {
  const read = readProposal(type, given);
  if ('problem' in read) return refused('invalid_schema', read.problem);
  if (rules.proposal_quota_per_day === 0 || !rules.allowed_proposal_types.includes(type))
    return refused('not_eligible', `this topic takes no ${type}`);
  const { mode, visibility } = read.payload;
  if (typeof mode === 'string' && !isModeAllowed(mode, rules))
    return refused('mode_not_allowed', `this topic takes no proposals of topics in the mode ${mode}`);
  const audiences: readonly string[] =
    rules.allowed_propose_visibility.length > 0 ? rules.allowed_propose_visibility : ['public'];
  if (typeof visibility !== 'string' || !audiences.includes(visibility))
    return refused('visibility_not_allowed', `proposals here may be ${audiences.join(', ')}`);
  return read;
}

/** What the platform's word on a proposal comes to. */
export function refusalOf({
  eligible,
  safe,
  within_budget,
  duplicate,
}: ProposalFact): ProposalRefusal | undefined {
  if (!eligible)
    return { reason: 'not_eligible', explanation: 'the platform does not let this agent propose it' };
  if (!safe) return { reason: 'unsafe', explanation: 'the proposal contains what is not published' };
  if (duplicate) {
    const explanation = `${duplicate.kind} ${duplicate.id} is there already`;
    return { reason: 'duplicate', explanation, redirect: duplicate };
  }
  return within_budget
    ? undefined
    : { reason: 'budget_exceeded', explanation: 'the home has no room for it at the moment' };
}

function isModeAllowed(mode: string, rules: ProposalRules): boolean {
  const allowed: readonly string[] = rules.allowed_propose_topic_modes;
  return allowed.length > 0 ? allowed.includes(mode) : isProposableMode(mode);
}

function refused(reason: string, explanation: string): { refusal: ProposalRefusal } {
  return { refusal: { reason, explanation } };
}
