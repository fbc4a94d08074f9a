import type { NewTask } from '@agent-home/http-contract';
import type { JsonObject } from '@agent-home/protocol';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { requireOwnerOrPlatform } from '../tokens/require-owner.ts';
import { getAudience } from '../visibility/audience.ts';
import { insertTask } from './insert-task.ts';

/** Creates a task in one transaction and notifies a worker to publish its manifest. */
export async function createTask(
  platform: Platform,
  request: NewTask,
  ownerId: string,
): Promise<{ task_id: string }> {
  const taskId = request.task_id ?? randomId('task', platform.randomBytes);
  const { title, summary, expected_outputs, tags, timebox_hours: timeboxHours } = request;
  const definition = {
    taskId,
    title,
    summary,
    ownerId: request.owner_id ?? ownerId,
    audience: getAudience(request),
    details: { ...(expected_outputs ? { expected_outputs } : {}), ...(tags ? { tags } : {}) } as JsonObject,
    ...(timeboxHours === undefined ? {} : { timeboxHours }),
  };
  const stream = await actTransaction(
    platform,
    async (transaction) => {
      await requireOwnerOrPlatform(transaction, definition.ownerId);
      return insertTask(platform, transaction, definition);
    },
    `tasks/${taskId}`,
  );
  await platform.wake.stream(stream);
  return { task_id: taskId };
}
