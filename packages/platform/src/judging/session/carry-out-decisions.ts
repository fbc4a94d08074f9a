import type { ProposalDecision } from '@agent-home/modes';
import { asJson, objectKey } from '@agent-home/protocol';
import type { Executor } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { type EnqueueRequest, enqueueObjects, topicStream } from '../../publication/outbox/enqueue-object.ts';
import { createProposed } from './create-proposed.ts';
import type { TopicSession } from './topic-session.ts';

/**
 * Carries out a session's decisions on proposals: accepted ones become topics and tasks, and every decision is
 * a certified object next to the proposal, published after the objects it names (openspec: proposals). Returns
 * the streams of created objects.
 */
export async function carryOutDecisions(
  platform: Platform,
  executor: Executor,
  session: TopicSession,
): Promise<string[]> {
  const decided = session.judged.flatMap(({ effects, sequence }) =>
    effects.flatMap((effect) =>
      effect.type === 'proposal_decided' ? [{ decision: effect.decision, sequence }] : [],
    ),
  );
  const streams: string[] = [];
  const results: EnqueueRequest[] = [];
  for (const { decision, sequence } of decided) {
    if (decision.created) streams.push(await createProposed(platform, executor, session, decision));
    results.push(resultObject(session, decision, sequence));
  }
  // A session may decide a proposal twice: first that it needs votes, then by them. Only the last result is published.
  const last = new Map(results.map((result) => [result.objectKey, result]));
  if (last.size > 0) await enqueueObjects(executor, [...last.values()]);
  return streams;
}

function resultObject(
  { topic, now }: TopicSession,
  { payload: _, ...decision }: ProposalDecision,
  sequence: number,
): EnqueueRequest {
  const { agent_id, request_id } = decision;
  return {
    stream: topicStream(topic.topicId),
    objectKey: objectKey('topic_request_result', { topic_id: topic.topicId, agent_id, request_id }),
    body: asJson({
      kind: 'topic_request_result',
      schema_version: 1,
      topic_id: topic.topicId,
      ...decision,
      decided_at: now.toISOString(),
      ledger_sequence: sequence,
    }),
    ...(decision.created ? { afterKey: decision.created.object_key } : {}),
  };
}
