import { sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';

/** Notifies followers of tasks past their deadline that no more work is accepted, once per task. */
export async function notifyEndedTasks(
  platform: Pick<Platform, 'database' | 'now' | 'config'>,
): Promise<void> {
  const { tasks } = tables;
  const now = platform.now();
  await platform.database.transaction(async (transaction) => {
    const ended = await transaction.execute<{ task_id: string }>(
      sql`update ${tasks} set ends_at = null where task_id in (
            select task_id from ${tasks} where ends_at < ${now.toISOString()}::timestamptz
            order by ends_at limit ${platform.config.sweepBatch} for update skip locked)
          returning task_id`,
    );
    await appendFeed(
      transaction,
      ended.map(({ task_id: taskId }) => ({
        taskId,
        eventType: 'task.closed' as const,
        occurredAt: now,
        payload: { reason: 'due' },
      })),
    );
  });
}
