import { type Executor, tables } from '@agent-home/database';
import { markWritable } from '../quotas/mark-usage.ts';

/** Who is about to be given the right to hand something in takes part, by the platform's own record. */
export async function recordParticipation(
  executor: Executor,
  agentId: string,
  taskIds: string[],
): Promise<void> {
  if (taskIds.length === 0) return;
  await executor
    .insert(tables.taskParticipants)
    .values(taskIds.map((taskId) => ({ taskId, agentId })))
    .onConflictDoNothing();
  await markWritable(executor, agentId, taskIds);
}
