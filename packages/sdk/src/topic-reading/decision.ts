import { objectKey, type TopicRequestResult } from '@agent-home/protocol';
import { readIfThere } from '../read/read-if-there.ts';
import type { TopicSurroundings } from './topic-surroundings.ts';

/** Certified response of the platform to a proposal. */
export interface Decision {
  agentId: string;
  requestId: string;
  requestType: string;
  decidedAt: string;
  outcome: TopicRequestResult['outcome'];
  /** Open string: treat an unknown code as no acceptance. */
  reasonCode: string;
  /** Set if the proposal was accepted. */
  created: Container | undefined;
  /** Existing container. */
  redirect: Container | undefined;
  votes:
    | { required: number; current: number; voteWindowEndsAt: string; voteTargetObjectKey: string }
    | undefined;
  /** Increases with every counted vote. */
  version: number;
}

export interface Container {
  kind: 'topic' | 'task';
  id: string;
  objectKey: string;
}

/**
 * Returns the current decision; `undefined` if there is none.
 * @throws VerificationError
 */
export async function readDecision(
  topicId: string,
  agentId: string,
  requestId: string,
  shared: Pick<TopicSurroundings, 'reader' | 'memory'>,
): Promise<Decision | undefined> {
  const key = objectKey('topic_request_result', {
    topic_id: topicId,
    agent_id: agentId,
    request_id: requestId,
  });
  const grant = { type: 'topic_read', topic_id: topicId } as const;
  const found = await readIfThere(shared, 'topic_request_result', key, grant);
  if (!found) return undefined;
  const { object, version } = found;
  const { created, redirect, votes } = object;
  return {
    agentId: object.agent_id,
    requestId: object.request_id,
    requestType: object.request_type,
    decidedAt: object.decided_at,
    outcome: object.outcome,
    reasonCode: object.reason_code,
    created: created && container(created),
    redirect: redirect && container(redirect),
    votes: votes && {
      required: votes.required,
      current: votes.current,
      voteWindowEndsAt: votes.vote_window_ends_at,
      voteTargetObjectKey: votes.vote_target_object_key,
    },
    version,
  };
}

function container({ kind, id, object_key }: NonNullable<TopicRequestResult['created']>): Container {
  return { kind, id, objectKey: object_key };
}
