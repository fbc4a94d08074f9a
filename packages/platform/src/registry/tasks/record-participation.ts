import { type Executor, tables } from '@agent-home/database';
import { inArray, sql } from 'drizzle-orm';
import { markWritable } from '../quotas/mark-usage.ts';

/**
 * Who is about to be given the right to hand something in takes part, by the platform's own record. Under the tasks'
 * locks: to take part in a task for invited agents is to be let in, and an agent that is taken off the list at this very
 * moment must not get back in by it.
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
    sql`insert into ${taskParticipants} (task_id, agent_id)
        select ${tasks.taskId}, ${agentId} from ${tasks}
        where ${named} and (${tasks.visibility} <> 'invite' or exists (
          select 1 from ${taskAllowlist}
          where ${taskAllowlist.taskId} = ${tasks.taskId} and ${taskAllowlist.agentId} = ${agentId}))
        on conflict do nothing`,
  );
  await markWritable(executor, agentId, taskIds.toSorted());
}
