import { type Executor, tables } from '@agent-home/database';
import { canonicalJson, type JsonObject, objectKey } from '@agent-home/protocol';
import type { Platform } from '../platform.ts';
import { enqueueObjects } from '../publication/enqueue-object.ts';

export interface NewTask {
  taskId: string;
  ownerId: string;
  /** As the proposal's mode has read it. */
  payload: JsonObject;
  proposedBy: string;
  fingerprint: string;
}

/** A task's row and the manifest the bucket is owed. Answers the stream that publishes it. */
export async function insertTask(platform: Platform, executor: Executor, task: NewTask): Promise<string> {
  const { taskId, ownerId, payload, proposedBy, fingerprint } = task;
  const key = objectKey('task_manifest', { task_id: taskId });
  const createdAt = platform.now();
  const { timebox_hours: hours, ...fields } = payload;
  const body: JsonObject = {
    kind: 'task_manifest',
    schema_version: 1,
    task_id: taskId,
    summary: '',
    ...fields,
    owner_id: ownerId,
    policy_version: 1,
    created_at: createdAt.toISOString(),
    proposed_by: proposedBy,
    ...(typeof hours === 'number'
      ? { timebox_hours: hours, due_at: new Date(createdAt.getTime() + hours * 3_600_000).toISOString() }
      : {}),
  };
  await executor.insert(tables.tasks).values({
    taskId,
    title: String(payload.title),
    visibility: payload.visibility === 'invite' ? 'invite' : 'public',
    ownerId,
    manifest: canonicalJson(body),
    createdAt,
    proposedBy,
    fingerprint,
  });
  await enqueueObjects(executor, [{ stream: key, objectKey: key, body }]);
  return key;
}
