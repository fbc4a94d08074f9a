import type { TaskFacts } from '@agent-home/access';
import { objectKey } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { type Database, jsonParameter, tables } from '../../database/index.ts';
import { createBatcher } from '../../foundation/concurrency/batcher.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import type { AccessReader } from '../access/access-reader.ts';
import type { AgentRow } from '../agents/find-agent.ts';
import { createQuotaFinder } from '../quotas/load-quota.ts';
import { belongedTo, stillBinding } from '../visibility/former-audiences.ts';

/** Task from the view of one agent. */
export interface TaskForAgent {
  facts: TaskFacts;
  title: string;
  policyVersion: number;
  formerAudiences: string | null;
}

export type FindTask = (asked: { taskId: string; agent: AgentRow }) => Promise<TaskForAgent | undefined>;

/** Reads the facts of access to tasks from the database for each request; simultaneous requests share a statement. */
export function createTaskFinder({
  database,
  now,
  config,
}: Pick<Platform, 'database' | 'now' | 'config'>): FindTask {
  const findQuota = createQuotaFinder(database, config.quotas);
  const find = createBatcher((asked: { taskId: string; agentId: string }[]) =>
    findTasks(database, asked, now()),
  );
  return async ({ taskId, agent }) => {
    const [task, quota] = await Promise.all([
      find({ taskId, agentId: agent.agentId }),
      findQuota(agent.agentId),
    ]);
    return task && { ...task, facts: { ...task.facts, quota } };
  };
}

/** Loads the tasks whose manifest is in the bucket: a change that widens access takes effect only once it can be read there. */
export async function loadTasksForAgent(
  findTask: FindTask,
  { findHead, isCircleMember }: Pick<AccessReader, 'findHead' | 'isCircleMember'>,
  agent: AgentRow,
  taskIds: string[],
): Promise<Map<string, TaskForAgent>> {
  const found = await Promise.all(
    taskIds.map(async (taskId) => {
      const [task, manifest] = await Promise.all([
        findTask({ taskId, agent }),
        findHead(objectKey('task_manifest', { task_id: taskId })),
      ]);
      if (!task || !manifest) return [];
      const former = stillBinding(task.formerAudiences, manifest.version);
      const isIn = await belongedTo(former, agent, task.facts, isCircleMember);
      return isIn ? [[taskId, task] as const] : [];
    }),
  );
  return new Map(found.flat());
}

type TaskRow = {
  position: number;
  title: string;
  visibility: TaskFacts['visibility'];
  owner_id: string;
  status: 'open' | 'closed';
  is_over: boolean;
  policy_version: number;
  former_audiences: string | null;
  allowlisted: boolean;
  participant: boolean;
  circle_member: boolean;
};

async function findTasks(
  database: Database,
  asked: { taskId: string; agentId: string }[],
  now: Date,
): Promise<(TaskForAgent | undefined)[]> {
  const { tasks, taskAllowlist, taskParticipants, circleMembers } = tables;
  const rows = jsonParameter(
    asked.map(({ taskId, agentId }, position) => ({ position, task_id: taskId, agent_id: agentId })),
  );
  const found = await database.execute<TaskRow>(
    sql`select asked.position, ${tasks.title}, ${tasks.visibility}, ${tasks.ownerId}, ${tasks.status},
          ${tasks.policyVersion}, ${tasks.formerAudiences},
          coalesce((${tasks.manifest}::json ->> 'due_at')::timestamptz < ${now.toISOString()}::timestamptz, false) as is_over,
          ${taskAllowlist.agentId} is not null as allowlisted,
          ${taskParticipants.leftOut} is not distinct from false as participant,
          ${circleMembers.agentId} is not null as circle_member
        from json_to_recordset(${rows}::json) as asked(position integer, task_id text, agent_id text)
        join ${tasks} on ${tasks.taskId} = asked.task_id
        left join ${taskAllowlist} on ${taskAllowlist.taskId} = asked.task_id
          and ${taskAllowlist.agentId} = asked.agent_id
        left join ${taskParticipants} on ${taskParticipants.taskId} = asked.task_id
          and ${taskParticipants.agentId} = asked.agent_id
        left join ${circleMembers} on ${circleMembers.circleId} = ${tasks.circleId}
          and ${circleMembers.agentId} = asked.agent_id and ${circleMembers.leftAt} is null`,
  );
  const byPosition = new Map(found.map((row) => [row.position, row]));
  return asked.map(({ taskId }, position) => {
    const row = byPosition.get(position);
    return row && describe(taskId, row);
  });
}

function describe(taskId: string, row: TaskRow): TaskForAgent {
  return {
    title: row.title,
    policyVersion: row.policy_version,
    formerAudiences: row.former_audiences,
    facts: {
      task_id: taskId,
      visibility: row.visibility,
      owner_id: row.owner_id,
      status: row.is_over ? 'closed' : row.status,
      allowlisted: row.allowlisted,
      participant: row.participant,
      circle_member: row.circle_member,
    },
  };
}
