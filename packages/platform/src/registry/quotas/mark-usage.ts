import { sessionSeconds } from '@agent-home/object-store';
import { and, eq, sql } from 'drizzle-orm';
import { type Database, type Executor, tables } from '../../database/index.ts';
import type { ArtifactPlace } from './artifact-place.ts';

/** Interval at which a folder is counted, with or without events, while an agent has a credential for it. */
export const recountSeconds = 300;
/** Time after a count until the next one, so that many events lead to one count. */
export const betweenCountsSeconds = 5;

/** Has an agent's folders counted as long as a credential for them may live, and once after that. */
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
 * Makes a folder due to be counted soon, because an event says that something was written there. Where it is due
 * already its moment still changes: a count that is under way may have listed the folder before this was written.
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
