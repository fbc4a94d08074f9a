import { sessionSeconds } from '@agent-home/object-store';
import { and, eq, sql } from 'drizzle-orm';
import { type Database, type Executor, tables } from '../../database/index.ts';
import type { ArtifactPlace } from './artifact-place.ts';

/** Interval at which a folder is counted, with or without events, while an agent has a credential for it. */
export const recountSeconds = 300;
/** Time after a count until the next one, so that many events lead to one count. */
export const betweenCountsSeconds = 5;

/** Schedules counts of an agent's folders while a credential for them may be valid, and one after that. */
export async function markWritable(executor: Executor, agentId: string, taskIds: string[]): Promise<void> {
  const until = sql`now() + make_interval(secs => ${sessionSeconds.most + 60})`;
  const next = sql`now() + make_interval(secs => ${recountSeconds})`;
  await executor
    .insert(tables.taskUsage)
    .values(taskIds.map((taskId) => ({ taskId, agentId, dueAt: next, writableUntil: until })))
    .onConflictDoUpdate({
      target: [tables.taskUsage.agentId, tables.taskUsage.taskId],
      set: { writableUntil: until, dueAt: sql`least(${tables.taskUsage.dueAt}, ${next})` },
    });
}

/**
 * Schedules an early count of a folder, because an event reports a write in it. The time of a due folder changes as well: a running
 * count may have listed the folder before this write.
 */
export async function markWritten(database: Database, { taskId, agentId }: ArtifactPlace): Promise<void> {
  const { taskUsage } = tables;
  await database
    .update(taskUsage)
    .set({
      dueAt: sql`case when ${taskUsage.dueAt} <= now() then now() else
        least(${taskUsage.dueAt}, greatest(now(),
          coalesce(${taskUsage.countedAt}, '-infinity') + make_interval(secs => ${betweenCountsSeconds}))) end`,
    })
    .where(and(eq(taskUsage.taskId, taskId), eq(taskUsage.agentId, agentId)));
}
