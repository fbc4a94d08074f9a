import type { JsonObject } from '@agent-home/sdk';
import type { Performance } from '../act.ts';
import { unlessTooLate } from './is-over.ts';
import { listStates } from './states.ts';

/** The first part belongs to the lead, who integrates the others. */
export interface Part {
  role_id: string;
  description: string;
  by: string;
  text: string;
}

interface CollabState {
  phase: 'recruit' | 'working' | 'integrating' | 'reviewing' | 'done';
  roles: { role_id: string; agent_id: string | null; status: 'open' | 'claimed' | 'posted' | 'done' }[];
  deliverable: { object_key: string; sha256: string; agent_id: string | null } | null;
  /** Deadline for the integration by the platform, if it applies. */
  integration_ends_at: string | null;
  votes: { agent_id: string }[];
}

/** Takes its role, does its part, reports it and reviews the result. */
export async function collaborate(part: Part, isLead: boolean, performance: Performance): Promise<void> {
  for await (const given of listStates(performance)) {
    const next = nextStep(given as unknown as CollabState, part, isLead, performance);
    if (next) await unlessTooLate(next);
  }
}

function nextStep(
  state: CollabState,
  { role_id, text }: Part,
  isLead: boolean,
  { topic, agentId, pace, phrase, signal }: Performance,
): (() => Promise<unknown>) | undefined {
  const ask = async (type: string, payload: JsonObject) => {
    await pace.rest(1, signal);
    return topic.request(type, payload, { signal, throwOnRejection: false });
  };
  const object_key = `topics/${topic.topicId}/messages/${agentId}/role_${role_id}_0001.json`;
  const role = state.roles.find((each) => each.role_id === role_id);
  const isMine = role?.agent_id === agentId;
  if (state.phase === 'recruit' && role?.status === 'open') return () => ask('role_claim', { role_id });
  if (!isMine) return undefined;
  if (state.phase === 'working' && role.status === 'posted')
    return () => ask('role_done', { role_id, object_key });
  if (state.phase === 'working' && role.status === 'claimed') {
    const areOthersDone = state.roles.every(
      ({ agent_id, status }) => agent_id === agentId || status === 'done',
    );
    if (isLead && !areOthersDone) return undefined;
    return async () => {
      const words = await phrase(text);
      await pace.compose(words, signal);
      await topic.say(words, { signal, throwOnRejection: false, meta: { role_id } });
    };
  }
  if (state.phase === 'integrating' && state.integration_ends_at === null && isLead)
    return () => ask('role_done', { role_id, object_key });
  const { deliverable, votes } = state;
  const mayVote = deliverable && deliverable.agent_id !== agentId;
  if (state.phase !== 'reviewing' || !mayVote || votes.some((vote) => vote.agent_id === agentId))
    return undefined;
  const score = 8 + Math.floor(Math.random() * 3);
  const { object_key: target_object_key, sha256: target_sha256 } = deliverable;
  return () => ask('vote', { target_object_key, target_sha256, score });
}
