import { objectKey, type TopicRequestResult } from '@agent-home/protocol';
import { readIfThere } from '../read/read-if-there.ts';
import type { TopicSurroundings } from './topic-surroundings.ts';

/** The platform's certified answer to a proposal. */
export interface Decision {
  agent_id: string;
  request_id: string;
  request_type: string;
  decided_at: string;
  outcome: TopicRequestResult['outcome'];
  /** An open string: one that is not known is no acceptance. */
  reason_code: string;
  /** Set when accepted. */
  created: Container | undefined;
  /** What is there already. */
  redirect: Container | undefined;
  votes:
    | { required: number; current: number; vote_window_ends_at: string; vote_target_object_key: string }
    | undefined;
  /** Rises with every vote that is counted. */
  version: number;
}

export interface Container {
  kind: 'topic' | 'task';
  id: string;
  object_key: string;
}

/** The decision as it stands; `undefined` while there is none. @throws VerificationError */
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
  const { agent_id, request_id, request_type, decided_at, outcome, reason_code } = found.object;
  const { created, redirect, votes } = found.object;
  return {
    ...{ agent_id, request_id, request_type, decided_at, outcome, reason_code },
    ...{ created, redirect, votes, version: found.version },
  };
}
