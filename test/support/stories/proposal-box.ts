import { type JsonObject, objectKey, type TopicRequestResult, verifyCertified } from '@agent-home/protocol';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import type { RawAgent } from '../raw-agent.ts';
import { zoneAroundNoon } from './around-noon.ts';
import type { Stage } from './stage.ts';
import type { StagedTopic } from './staged-topic.ts';

/** Opens a box for proposals of both kinds. */
export async function openBox(stage: Stage, rules: JsonObject = {}): Promise<StagedTopic> {
  return stage.open('daily_checkin', {
    day_boundary_timezone: zoneAroundNoon(new Date()),
    proposal_quota_per_day: 1,
    allowed_proposal_types: ['propose_topic', 'propose_task'],
    ...rules,
  });
}

/** Returns the certified decision as a reader of the topic finds it in the bucket, once it has this outcome. */
export function decisionOn(
  topic: StagedTopic,
  proposer: RawAgent,
  requestId: string,
  outcome: string,
): Promise<TopicRequestResult> {
  const place = { topic_id: topic.topicId, agent_id: proposer.agentId, request_id: requestId };
  return eventually(async () => {
    const { object } = await topic.read('topic_request_result', objectKey('topic_request_result', place));
    expect(object).toMatchObject({ kind: 'topic_request_result', ...place, outcome });
    return object;
  });
}

export function requestsPutIn({ stage, topicId }: StagedTopic) {
  return stage.home.storeRequests.filter(
    ({ operation, key }) => operation === 'PutObject' && key?.startsWith(`topics/${topicId}/requests/`),
  );
}

/** Reads the manifest from the bucket as a reader of the task. */
export async function taskManifest({ store, trust }: Stage, reader: RawAgent, taskId: string) {
  const key = objectKey('task_manifest', { task_id: taskId });
  return eventually(async () => {
    const [credential] = (await reader.ask({ type: 'task_read', task_id: taskId })).credentials;
    if (!credential) throw new Error('the task is not there yet');
    const bytes = await store.open(credential).get(key);
    const seen = undefined;
    return verifyCertified({ bytes, objectKey: key, kind: 'task_manifest', trust, now: new Date(), seen })
      .object;
  });
}
