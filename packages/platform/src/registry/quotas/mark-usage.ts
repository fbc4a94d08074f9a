import { type Database, type Executor, tables } from '@agent-home/database';
import { sessionSeconds } from '@agent-home/object-store';
import { and, eq, sql } from 'drizzle-orm';
import type { ArtifactPlace } from './artifact-place.ts';

/** While somebody may write, without any event. */
export const recountSeconds = 300;
/** However many events there are. */
const afterEventSeconds = 5;

/** Whoever gets a credential for its folders is counted as long as it may live, and once after that. */
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

/** Something was written, or so an event says: the folder is counted soon, once for many events. */
export async function markWritten(database: Database, { taskId, agentId }: ArtifactPlace): Promise<void> {
  const { taskUsage } = tables;
  await database
    .update(taskUsage)
    .set({
      dueAt: sql`least(${taskUsage.dueAt}, greatest(now(),
        coalesce(${taskUsage.countedAt}, '-infinity') + make_interval(secs => ${afterEventSeconds})))`,
    })
    .where(and(eq(taskUsage.taskId, taskId), eq(taskUsage.agentId, agentId)));
}
