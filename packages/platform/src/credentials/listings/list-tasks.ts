import { exhaustedQuota, type TaskFacts } from '@agent-home/access';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { createAccessReader } from '../../registry/access/access-reader.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { createTaskFinder, loadTasksForAgent } from '../../registry/tasks/load-tasks.ts';
import { requireVisibleTask } from '../../registry/tasks/require-visible-task.ts';
import { isTaskReader } from '../../registry/visibility/task-readers.ts';

export interface TaskListing {
  task_id: string;
  title: string;
  visibility: string;
  status: string;
  policy_version: number;
  /** `yes`, or the code with which the grant would be denied now. */
  may: { read: true; write: string };
}

/** Lists tasks that this agent may enter now, in order of their ids. */
export async function listTasks(
  platform: Pick<Platform, 'database' | 'now' | 'config'>,
  agent: AgentRow,
  page: { after?: string | undefined; limit: number },
): Promise<{ tasks: TaskListing[]; next?: string }> {
  if (agent.standing !== 'admitted') return { tasks: [] };
  const { database } = platform;
  const { tasks } = tables;
  const rows = await database
    .select({ taskId: tasks.taskId })
    .from(tasks)
    .where(sql`${tasks.taskId} > ${page.after ?? ''} and ${isTaskReader(agent)}`)
    .orderBy(asc(tasks.taskId))
    .limit(page.limit + 1);
  const shown = rows.slice(0, page.limit).map((row) => row.taskId);
  const known = await loadTasksForAgent(
    createTaskFinder(platform),
    createAccessReader(platform),
    agent,
    shown,
  );
  const last = shown.at(-1);
  return {
    tasks: shown.flatMap((taskId) => {
      const task = known.get(taskId);
      if (!task) return [];
      const { facts, title, policyVersion } = task;
      return [
        {
          task_id: taskId,
          title,
          visibility: facts.visibility,
          status: facts.status,
          policy_version: policyVersion,
          may: { read: true as const, write: mayWrite(facts) },
        },
      ];
    }),
    ...(rows.length > page.limit && last ? { next: last } : {}),
  };
}

/** Lists the participants of a task, so that agents find work on a store that they cannot list. */
export async function listParticipants(
  platform: Pick<Platform, 'database' | 'now' | 'config'>,
  agent: AgentRow,
  taskId: string,
  page: { after?: string | undefined; limit: number },
): Promise<{ agent_ids: string[]; next?: string }> {
  await requireVisibleTask(platform, agent, taskId);
  const { taskParticipants } = tables;
  const rows = await platform.database
    .select({ agentId: taskParticipants.agentId })
    .from(taskParticipants)
    .where(and(eq(taskParticipants.taskId, taskId), gt(taskParticipants.agentId, page.after ?? '')))
    .orderBy(asc(taskParticipants.agentId))
    .limit(page.limit + 1);
  const agentIds = rows.slice(0, page.limit).map((row) => row.agentId);
  const last = agentIds.at(-1);
  return { agent_ids: agentIds, ...(rows.length > page.limit && last ? { next: last } : {}) };
}

function mayWrite({ status, quota }: TaskFacts): string {
  if (status !== 'open') return 'task_closed';
  return quota && exhaustedQuota(quota) !== undefined ? 'quota_exceeded' : 'yes';
}
