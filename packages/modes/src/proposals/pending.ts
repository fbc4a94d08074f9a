import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import type { Effect, ModeContext, Place } from '../mode/mode.ts';
import type { ReasonOf } from '../reasons/reasons.ts';
import { getField } from '../shared/fields.ts';
import { isAfter } from '../shared/time.ts';
import { decidedRejected } from './decisions.ts';

/** Proposal that waits for votes. Its payload is in the topic's memory, because the state is published with every vote. */
export const pendingProposalSchema = z.strictObject({
  agent_id: z.string(),
  request_id: z.string(),
  request_type: z.enum(['propose_topic', 'propose_task']),
  votes: z.int().min(0),
  vote_window_ends_at: z.string(),
});
export type PendingProposal = z.infer<typeof pendingProposalSchema>;

interface WithProposals {
  proposals: PendingProposal[];
}

/** Returns the key that votes refer to: the proposal's own request. */
export function getRequestKey(topicId: string, proposal: { agent_id: string; request_id: string }): string {
  return `topics/${topicId}/requests/${proposal.agent_id}/${proposal.request_id}.json`;
}

/** Returns the key of a pending proposal's payload in the topic's memory. */
export function payloadRecordKey({ agent_id, request_id }: { agent_id: string; request_id: string }): string {
  return `proposal/${agent_id}/${request_id}`;
}

/** Replaces the record of an erased proposal by one without its payload, so that it can no longer be created. */
export function wordlessProposal({ what, agent_id, id }: Place): Record<string, JsonObject> {
  return what === 'request' ? { [payloadRecordKey({ agent_id, request_id: id })]: { payload: {} } } : {};
}

/** Returns the payload if the context has it. */
export function storedPayload(target: PendingProposal, { records }: ModeContext): JsonObject | undefined {
  const payload = getField(records?.[payloadRecordKey(target)], 'payload');
  return typeof payload === 'object' && payload !== null && !Array.isArray(payload)
    ? (payload as JsonObject)
    : undefined;
}

/** The first proposal's window ends first, because windows have the same length. */
export function nextWindowEnd({ proposals }: WithProposals): string | undefined {
  return proposals[0]?.vote_window_ends_at;
}

/** Decides the proposal whose window ended first; undefined if no window has ended. */
export function endWindow<State extends WithProposals>(
  state: State,
  now: string,
): { state: State; effects: Effect[] } | undefined {
  const [first, ...others] = state.proposals;
  if (!first || isAfter(first.vote_window_ends_at, now)) return undefined;
  return {
    state: { ...state, proposals: others },
    effects: [decidedRejected(first, { reason: 'votes_missing' })],
  };
}

/** Drops all pending proposals, or those of one agent, because a decision on them is no longer possible. */
export function dropProposals<State extends WithProposals>(
  state: State,
  reason: ReasonOf<'mode'>,
  agentId?: string,
): { state: State; effects: Effect[] } {
  const isDropped = (proposal: PendingProposal) => agentId === undefined || proposal.agent_id === agentId;
  const dropped = state.proposals.filter(isDropped);
  if (dropped.length === 0) return { state, effects: [] };
  const proposals = state.proposals.filter((proposal) => !isDropped(proposal));
  return {
    state: { ...state, proposals },
    effects: dropped.map((proposal) => decidedRejected(proposal, { reason })),
  };
}
