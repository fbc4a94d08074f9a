import { canonicalJson, type JsonObject, objectKey } from '@agent-home/protocol';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { titleFingerprint } from '../../foundation/text/title-fingerprint.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { enqueueObjects } from '../../publication/outbox/enqueue-object.ts';
import { requireKnownAgents } from '../agents/require-agents.ts';
import { type Audience, audienceFields } from '../visibility/audience.ts';

export interface TaskDefinition {
  taskId: string;
  title: string;
  summary: string;
  ownerId: string;
  audience: Audience;
  /** Other fields of the manifest, such as `expected_outputs` and `tags`. */
  details: JsonObject;
  timeboxHours?: number;
  proposedBy?: string;
}

/** Writes a task's row and enqueues its manifest, in the caller's transaction. Answers the stream to publish. */
export async function insertTask(
  platform: Platform,
  executor: Executor,
  definition: TaskDefinition,
): Promise<string> {
  const { taskId, title, audience, ownerId, proposedBy, timeboxHours: hours } = definition;
  const createdAt = platform.now();
  const manifest = getManifest(definition, createdAt);
  const inserted = await executor
    .insert(tables.tasks)
    .values({
      taskId,
      title,
      visibility: audience.visibility,
      circleId: audience.circleId,
      ownerId,
      manifest: canonicalJson(manifest),
      createdAt,
      proposedBy: proposedBy ?? null,
      fingerprint: titleFingerprint(title),
      endsAt: hours === undefined ? null : findEnd(createdAt, hours),
    })
    .onConflictDoNothing()
    .returning({ taskId: tables.tasks.taskId });
  if (inserted.length === 0)
    throw new PlatformError('task_id_taken', 'another task has this id; use another id', { path: 'task_id' });
  await allow(executor, taskId, audience.allowlist);
  await invite(executor, { taskId, title, agentIds: audience.allowlist, now: createdAt });
  return publishManifest(executor, taskId, manifest);
}

/** Notifies the agents on a task's allowlist that they may read it. */
export async function invite(
  executor: Executor,
  { taskId, title, agentIds, now }: { taskId: string; title: string; agentIds: string[]; now: Date },
): Promise<void> {
  await appendFeed(
    executor,
    agentIds.map((agentId) => ({
      agentId,
      eventType: 'task.invited' as const,
      taskId,
      objectKey: objectKey('task_manifest', { task_id: taskId }),
      occurredAt: now,
      payload: { title },
    })),
  );
}

/** Puts agents on a task's allowlist. */
export async function allow(executor: Executor, taskId: string, agentIds: string[]): Promise<void> {
  if (agentIds.length === 0) return;
  await requireKnownAgents(executor, agentIds, 'allowlist_agent_ids');
  await executor.insert(tables.taskAllowlist).values(agentIds.map((agentId) => ({ taskId, agentId })));
}

export async function publishManifest(
  executor: Executor,
  taskId: string,
  manifest: JsonObject,
): Promise<string> {
  const key = objectKey('task_manifest', { task_id: taskId });
  await enqueueObjects(executor, [{ stream: key, objectKey: key, body: manifest }]);
  return key;
}

function findEnd(createdAt: Date, hours: number): Date {
  return new Date(createdAt.getTime() + hours * 3_600_000);
}

function getManifest(definition: TaskDefinition, createdAt: Date): JsonObject {
  const { taskId, title, summary, audience, ownerId, details, timeboxHours: hours, proposedBy } = definition;
  return {
    ...details,
    kind: 'task_manifest',
    schema_version: 1,
    task_id: taskId,
    title,
    summary,
    ...audienceFields(audience),
    owner_id: ownerId,
    policy_version: 1,
    status: 'open',
    created_at: createdAt.toISOString(),
    ...(proposedBy === undefined ? {} : { proposed_by: proposedBy }),
    ...(hours === undefined ? {} : { timebox_hours: hours, due_at: findEnd(createdAt, hours).toISOString() }),
  };
}
