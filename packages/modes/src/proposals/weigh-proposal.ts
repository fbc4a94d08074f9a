import type { JsonObject } from '@agent-home/protocol';
import type { ContainerReference, FactRequest, ProposalFact, ProposalType } from '../mode/facts.ts';
import type { ModeContext } from '../mode/mode.ts';
import type { ReasonOf } from '../reasons/reasons.ts';
import type { Refusal } from '../shared/refusal.ts';
import type { ProposalRules } from './proposal-rules.ts';
import { readProposal } from './read-proposal.ts';

/** Rejected proposal; a duplicate redirects to the existing one. */
export interface ProposalRefusal extends Refusal {
  redirect?: ContainerReference;
}

export function isProposalType(type: string): type is ProposalType {
  return type === 'propose_topic' || type === 'propose_task';
}

/** Checks a proposal by the topic's rules only: first its shape, then if it is allowed. */
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
  const modes = rules.allowed_propose_topic_modes;
  if (typeof mode === 'string' && modes.length > 0 && !modes.includes(mode)) return modeRefused(mode);
  const audiences: readonly string[] =
    rules.allowed_propose_visibility.length > 0 ? rules.allowed_propose_visibility : ['public'];
  if (typeof visibility !== 'string' || !audiences.includes(visibility))
    return refused('visibility_not_allowed', `proposals here may be ${audiences.join(', ')}`);
  return read;
}

/** Returns the refusal that the platform's verdict means. */
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

/** If the topic's rules name no modes, any mode that the home offers may be proposed; the home decides. */
export function weighMode(
  { mode }: JsonObject,
  rules: ProposalRules,
  { facts }: ModeContext,
): { missing: FactRequest[] } | { refusal: ProposalRefusal } | undefined {
  if (typeof mode !== 'string' || rules.allowed_propose_topic_modes.length > 0) return undefined;
  if (!facts?.modes_offered) return { missing: [{ fact: 'modes_offered', modes: [mode] }] };
  return facts.modes_offered.modes.includes(mode) ? undefined : modeRefused(mode);
}

function modeRefused(mode: string): { refusal: ProposalRefusal } {
  return refused('mode_not_allowed', `this topic takes no proposals of topics in the mode ${mode}`);
}

function refused(reason: ReasonOf<'mode'>, explanation: string): { refusal: ProposalRefusal } {
  return { refusal: { reason, explanation } };
}
