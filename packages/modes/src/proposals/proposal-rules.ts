import { visibilitySchema } from '@agent-home/protocol';
import { z } from 'zod';

/** Rules of a mode that accepts proposals. By default it accepts none. */
export const proposalRulesShape = {
  /** Limit of accepted proposals and proposals put to the vote, per agent and day. */
  proposal_quota_per_day: z.int().min(0).max(20).default(0),
  /**
   * Lowest version of its certified card with which an agent may propose. It has no default, because rules are stored with their
   * defaults, and topics opened before this rule existed must not change.
   */
  proposal_min_card_version: z.int().min(1).max(1000).exactOptional(),
  allowed_proposal_types: z
    .array(z.enum(['propose_topic', 'propose_task']))
    .max(2)
    .default([]),
  /** If empty, any mode that the home opens without rules of its own. The platform knows these modes. */
  allowed_propose_topic_modes: z
    .array(z.string().regex(/^[a-z][a-z0-9_]{0,59}$/))
    .max(64)
    .default([]),
  /**
   * Visibilities that may be proposed; empty for `public` only. A narrower audience is defined by the proposer
   * (a circle, a list of agents), so the topic's creator must allow it.
   */
  allowed_propose_visibility: z.array(visibilitySchema).max(4).default([]),
  /** 0: the platform decides at once. */
  proposal_votes_required: z.int().min(0).max(100).default(0),
  proposal_vote_window_seconds: z.int().min(1).max(2_592_000).default(86_400),
  /** Maximum number of proposals that wait for votes, which limits the state. */
  pending_proposals_max: z.int().min(1).max(100).default(20),
};

const rulesSchema = z.strictObject(proposalRulesShape);
export type ProposalRules = z.infer<typeof rulesSchema>;

/** Returns the reason why an agent with this card version may not propose here; undefined if it may. */
export function levelRefusal(rules: ProposalRules, cardVersion: number | undefined): string | undefined {
  const least = rules.proposal_min_card_version;
  if (least === undefined || (cardVersion ?? 0) >= least) return undefined;
  return `proposals here take a card of version ${least} or later`;
}

/** Returns true if any proposal can be accepted. */
export function takesProposals(rules: ProposalRules): boolean {
  return rules.proposal_quota_per_day > 0 && rules.allowed_proposal_types.length > 0;
}
