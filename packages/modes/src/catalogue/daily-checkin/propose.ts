import type { JsonObject } from '@agent-home/protocol';
import type { FactRequest, ProposalFact, ProposalType } from '../../mode/facts.ts';
import type { AuthorFacts, ModeContext, ModeInput, Transition, Writable } from '../../mode/mode.ts';
import {
  decidedAccepted,
  decidedNeedsVotes,
  decidedRejected,
  type ProposalIdentity,
} from '../../proposals/decisions.ts';
import { getRequestKey, payloadRecordKey } from '../../proposals/pending.ts';
import { levelRefusal, takesProposals } from '../../proposals/proposal-rules.ts';
import { type ProposalRefusal, readByRules, refusalOf, weighMode } from '../../proposals/weigh-proposal.ts';
import type { ReasonOf } from '../../reasons/reasons.ts';
import { topicHasEnded } from '../../shared/ending.ts';
import { nextIds, requestPrefix } from '../../shared/numbered-ids.ts';
import { refuse } from '../../shared/refusal.ts';
import { addSeconds } from '../../shared/time.ts';
import { accept } from '../../shared/verdicts.ts';
import { factsOfDay, getDay, type KnownDay } from './agent-days.ts';
import type { Rules } from './rules.ts';
import { asOfDay, type State } from './state.ts';

type RequestInput = Extract<ModeInput, { type: 'request' }>;

type Weighed =
  | { refusal: ProposalRefusal }
  | { missing: FactRequest[] }
  | { payload: JsonObject; day: KnownDay; fact: ProposalFact };

export function factsOfProposal(
  state: State,
  type: ProposalType,
  input: RequestInput,
  rules: Rules,
  context: ModeContext,
): FactRequest[] {
  const weighed = weigh(state, type, input, rules, context);
  return 'missing' in weighed ? weighed.missing : [];
}

/** Handles a proposal. Its author gets exactly one decision in any case. */
export function propose(
  state: State,
  type: ProposalType,
  input: RequestInput,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const proposal = { agent_id: input.agent_id, request_id: input.request_id, request_type: type };
  const weighed = weigh(state, type, input, rules, context);
  if ('refusal' in weighed) return refuseProposal(state, proposal, weighed.refusal);
  if ('missing' in weighed)
    return refuseProposal(state, proposal, {
      reason: 'fact_missing',
      explanation: 'the platform could not find out what it needs to decide; propose it again',
    });
  const { payload, day, fact } = weighed;
  const { today } = day;
  const remembered = day.remember({ ...today, proposals: today.proposals + 1 });
  const dated = asOfDay(state, today.date);
  if (rules.proposal_votes_required === 0) {
    return { ...accept(dated, [decidedAccepted(proposal, fact.reserved, payload)]), records: remembered };
  }
  const windowEndsAt = addSeconds(context.now, rules.proposal_vote_window_seconds);
  const pending = { ...proposal, votes: 0, vote_window_ends_at: windowEndsAt };
  const objectKey = getRequestKey(input.request.topic_id, proposal);
  const effect = decidedNeedsVotes(pending, rules.proposal_votes_required, objectKey);
  return {
    ...accept({ ...dated, proposals: [...dated.proposals, pending] }, [effect]),
    records: { ...remembered, [payloadRecordKey(proposal)]: { payload } },
  };
}

export function refuseProposal(
  state: State,
  proposal: ProposalIdentity,
  refusal: ProposalRefusal,
): Transition<State> {
  return { ...refuse(state, refusal), effects: [decidedRejected(proposal, refusal)] };
}

/**
 * Checks the topic's own rules first: a proposal that they refuse costs no request to the platform and reserves
 * no name.
 */
function weigh(
  state: State,
  type: ProposalType,
  { agent_id: agentId, request }: RequestInput,
  rules: Rules,
  context: ModeContext,
): Weighed {
  const read = readByRules(type, request.payload, rules);
  if ('refusal' in read) return read;
  const level = levelRefusal(rules, context.author?.card_version);
  if (level) return refusal('not_eligible', level);
  const day = getDay(agentId, context);
  const unfit = weighMode(read.payload, rules, context);
  if (unfit && 'refusal' in unfit) return unfit;
  if (unfit || day === 'unknown') {
    const ofDay = factsOfDay(agentId, context.written_at ?? context.now, rules);
    return { missing: [...(unfit?.missing ?? []), ...ofDay] };
  }
  if (day === 'forgotten' || day.today.proposals >= rules.proposal_quota_per_day)
    return refusal('quota_exceeded', 'you have made all the proposals of that day');
  const isFull = state.proposals.length >= rules.pending_proposals_max;
  if (rules.proposal_votes_required > 0 && isFull)
    return refusal('too_many_pending', 'vote on the proposals that wait, or wait until they are decided');
  const { payload } = read;
  const fact = context.facts?.proposal;
  if (!fact) return { missing: [{ fact: 'proposal', request_type: type, payload, agent_id: agentId }] };
  const refused = refusalOf(fact);
  return refused ? { refusal: refused } : { payload, day, fact };
}

function refusal(reason: ReasonOf<'mode'>, explanation: string): { refusal: ProposalRefusal } {
  return { refusal: { reason, explanation } };
}

/** Returns true if a request can only be a proposal, so that the quota applies before it is read. */
export function isForProposalsAlone(rules: Rules): boolean {
  return takesProposals(rules) && rules.proposal_votes_required === 0;
}

export function writableProposals(
  state: State,
  author: AuthorFacts,
  rules: Rules,
  context: ModeContext,
): Writable {
  if (state.status === 'closed') return topicHasEnded;
  if (!takesProposals(rules))
    return { denied: 'requests_not_accepted', message: 'this topic takes no proposals' };
  if (isForProposalsAlone(rules)) {
    const level = levelRefusal(rules, author.card_version);
    if (level) return { denied: 'not_eligible', message: level };
    const day = getDay(author.agent_id, context);
    if (day === 'unknown') return { denied: 'not_started', message: 'the day is not known; ask again' };
    if (day === 'forgotten' || day.today.proposals >= rules.proposal_quota_per_day)
      return { denied: 'already_posted', message: 'you have made all the proposals of today' };
  }
  return { ids: nextIds(author.last_request_number, requestPrefix) };
}
