import { type Database, type Executor, tables } from '@agent-home/database';
import { sessionSeconds } from '@agent-home/object-store';
import { and, eq, sql } from 'drizzle-orm';
import type { ArtifactPlace } from './artifact-place.ts';

/** How often a folder is counted, events or not, while an agent has a credential for it. */
export const recountSeconds = 300;
/** How soon a folder is counted after an event, so that many events lead to one count. */
const afterEventSeconds = 5;

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

/** Makes a folder due to be counted soon, because an event says that something was written there. */
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
