import { canonicalJson, parseObjectKey, type TaskManifest } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { titleFingerprint } from '../../foundation/text/title-fingerprint.ts';
import { adoptObjects } from './adopt-objects.ts';
import { containersUnder, type ListedContainer } from './list-bucket.ts';
import type { CertifiedObject } from './read-certified.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/** Rebuilds tasks from their certified manifests, and participants from the work that was handed in. */
export async function rebuildTasks(platform: RestoringPlatform): Promise<void> {
  for await (const container of containersUnder(platform.store, 'tasks/')) {
    const adopted = await adoptObjects(platform, container.objects);
    const manifest = adopted.find(({ place }) => place.kind === 'task_manifest');
    await platform.database.transaction(async (transaction) => {
      if (manifest) await rebuildTask(platform, transaction, manifest);
      await rebuildParticipants(transaction, container);
    });
  }
}

async function rebuildTask(
  platform: RestoringPlatform,
  transaction: Executor,
  { object, issuedAt }: CertifiedObject,
): Promise<void> {
  const { cert: _, ...manifest } = object;
  // Verified against the schema of its kind when it was read.
  const {
    task_id: taskId,
    title,
    visibility,
    owner_id,
    circle_id,
    policy_version,
    allowlist_agent_ids,
  } = object as unknown as TaskManifest;
  const { status, created_at: createdAt, proposed_by: proposedBy, due_at: dueAt } = object;
  const changes = {
    title,
    visibility,
    ownerId: owner_id,
    circleId: circle_id ?? null,
    policyVersion: policy_version,
    status: status === 'closed' ? ('closed' as const) : ('open' as const),
    // The manifest is in the bucket, so only its audience applies.
    formerAudiences: null,
    manifest: canonicalJson(manifest),
    endsAt: status !== 'closed' && typeof dueAt === 'string' ? new Date(dueAt) : null,
  };
  const { tasks, taskAllowlist } = tables;
  await transaction
    .insert(tasks)
    .values({
      taskId,
      ...changes,
      createdAt: typeof createdAt === 'string' ? new Date(createdAt) : issuedAt,
      proposedBy: typeof proposedBy === 'string' ? proposedBy : null,
      fingerprint: titleFingerprint(title),
    })
    .onConflictDoUpdate({ target: tasks.taskId, set: changes });
  await transaction.delete(taskAllowlist).where(eq(taskAllowlist.taskId, taskId));
  const invited = allowlist_agent_ids ?? [];
  if (invited.length > 0)
    await transaction.insert(taskAllowlist).values(invited.map((agentId) => ({ taskId, agentId })));
  platform.report.count('tasks rebuilt');
}

/** Records as participants all agents with a folder in the task, because writing there requires the right to participate. */
async function rebuildParticipants(
  transaction: Executor,
  { id: taskId, objects }: ListedContainer,
): Promise<void> {
  const { tasks, taskParticipants } = tables;
  const agentIds = new Set(
    objects.flatMap(({ key }) => {
      const place = parseObjectKey(key);
      return place?.kind === 'task_agent_index' ? [place.parts.agent_id] : [];
    }),
  );
  const [task] = await transaction.select().from(tasks).where(eq(tasks.taskId, taskId));
  if (!task || agentIds.size === 0) return;
  const rows = [...agentIds].map((agentId) => ({ taskId, agentId }));
  await transaction.insert(taskParticipants).values(rows).onConflictDoNothing();
}
