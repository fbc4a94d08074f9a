import { inArray, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { hearingFromNow } from '../../publication/feed/hearing-from-now.ts';
import { markWritable } from '../quotas/mark-usage.ts';

/**
 * Records an agent as a participant of the tasks for which it is about to get a write credential. The tasks' rows are locked
 * meanwhile: a participant may read a task for invited agents. An agent that is being removed from the allowlist at this moment
 * must not regain access that way.
 */
export async function recordParticipation(
  executor: Executor,
  agentId: string,
  taskIds: string[],
): Promise<void> {
  if (taskIds.length === 0) return;
  const { taskAllowlist, taskParticipants, tasks } = tables;
  const named = inArray(tasks.taskId, taskIds);
  await executor.select({ taskId: tasks.taskId }).from(tasks).where(named).orderBy(tasks.taskId).for('share');
  await executor.execute(
    sql`insert into ${taskParticipants} (task_id, agent_id, since_transaction)
        select ${tasks.taskId}, ${agentId}, ${hearingFromNow.transaction} from ${tasks}
        where ${named} and (${tasks.visibility} <> 'invite' or exists (
          select 1 from ${taskAllowlist}
          where ${taskAllowlist.taskId} = ${tasks.taskId} and ${taskAllowlist.agentId} = ${agentId}))
        on conflict do nothing`,
  );
  await markWritable(executor, agentId, taskIds.toSorted());
}
