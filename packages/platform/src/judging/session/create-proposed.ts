import type { ProposalDecision } from '@agent-home/modes';
import type { JsonObject } from '@agent-home/protocol';
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { titleFingerprint } from '../../foundation/text/title-fingerprint.ts';
import { topicStream } from '../../publication/outbox/enqueue-object.ts';
import { unknownAmong } from '../../registry/agents/require-agents.ts';
import { insertTask, type TaskDefinition } from '../../registry/tasks/insert-task.ts';
import { audienceSchema, getAudience } from '../../registry/visibility/audience.ts';
import { invitedBy } from '../definition/invited-by.ts';
import { ownerOfProposed } from '../definition/owner-of-proposed.ts';
import { proposedDefinition } from '../definition/proposed-definition.ts';
import { StaleFacts } from '../facts/answer-facts.ts';
import { insertTopic } from './insert-topic.ts';
import type { TopicSession } from './topic-session.ts';

/**
 * Creates the topic or task of an accepted proposal, in the transaction that accepted it. Returns the stream
 * that publishes it.
 * @throws StaleFacts if the same one was created since the facts were found
 */
export async function createProposed(
  platform: Platform,
  executor: Executor,
  { topic }: TopicSession,
  { created, payload = {}, agent_id: proposedBy }: ProposalDecision,
): Promise<string> {
  if (!created) throw new Error('nothing is to be created');
  const fingerprint = titleFingerprint(String(payload.title));
  await requireFirst(platform, executor, created.kind, fingerprint);
  const ownerId = await ownerOfProposed(executor, proposedBy, payload, topic.ownerId);
  if (ownerId === undefined) throw new StaleFacts('its author has left the audience meanwhile');
  if ((await unknownAmong(executor, invitedBy(payload))).length > 0)
    throw new StaleFacts('somebody it invites is not here any more');
  if (created.kind === 'task') {
    return insertTask(platform, executor, proposedTask(created.id, ownerId, payload, proposedBy));
  }
  const made = proposedDefinition(platform, { id: created.id, payload, ownerId, proposedBy });
  if ('problem' in made) throw new StaleFacts(`the home refuses what it offered: ${made.problem}`);
  await insertTopic(platform, executor, made.definition);
  return topicStream(created.id);
}

function proposedTask(
  taskId: string,
  ownerId: string,
  payload: JsonObject,
  proposedBy: string,
): TaskDefinition {
  const {
    title,
    summary,
    visibility,
    circle_id,
    allowlist_agent_ids,
    timebox_hours: hours,
    expected_outputs,
    tags,
  } = payload;
  const audience = audienceSchema.parse({ visibility, circle_id, allowlist_agent_ids });
  return {
    taskId,
    ownerId,
    title: String(title),
    summary: typeof summary === 'string' ? summary : '',
    audience: getAudience(audience),
    details: { ...(expected_outputs ? { expected_outputs } : {}), ...(tags ? { tags } : {}) },
    proposedBy,
    ...(typeof hours === 'number' ? { timeboxHours: hours } : {}),
  };
}

/** Throws if an equal proposal, judged simultaneously in another topic, was created first. */
async function requireFirst(
  { now }: Pick<Platform, 'now'>,
  executor: Executor,
  kind: 'topic' | 'task',
  fingerprint: string,
): Promise<void> {
  await executor.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${fingerprint}`}, 0))`);
  const { topics, tasks } = tables;
  const since = new Date(now().getTime() - 60_000);
  const found =
    kind === 'topic'
      ? await executor
          .select({ id: topics.topicId })
          .from(topics)
          .where(
            and(
              eq(topics.fingerprint, fingerprint),
              isNotNull(topics.proposedBy),
              eq(topics.visibility, 'public'),
              eq(topics.status, 'open'),
              gt(topics.createdAt, since),
            ),
          )
          .limit(1)
      : await executor
          .select({ id: tasks.taskId })
          .from(tasks)
          .where(
            and(
              eq(tasks.fingerprint, fingerprint),
              isNotNull(tasks.proposedBy),
              eq(tasks.visibility, 'public'),
              gt(tasks.createdAt, since),
            ),
          )
          .limit(1);
  if (found.length > 0) throw new StaleFacts('the same was created meanwhile');
}
