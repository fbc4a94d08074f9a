import type { Page, TaskItem, taskListQuerySchema } from '@agent-home/http-contract';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, tables } from '../../database/index.ts';
import { getPage, momentSchema, nameSchema, placeOf } from '../../foundation/text/cursor.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTask } from '../../registry/visibility/visible-task.ts';

const placeSchema = z.tuple([momentSchema, nameSchema]);

/** Lists tasks that a viewer may see, newest first. */
export async function showTasks(
  database: Database,
  viewer: Viewer,
  query: z.infer<typeof taskListQuerySchema>,
): Promise<Page<TaskItem>> {
  const { publishedObjects, tasks } = tables;
  const after = placeOf(placeSchema, query.cursor);
  const where = and(
    visibleTask(viewer),
    query.status && eq(tasks.status, query.status),
    query.circle_id === undefined ? undefined : eq(tasks.circleId, query.circle_id),
    query.agent_id === undefined ? undefined : takesPartInTask(query.agent_id),
    after && sql`(${tasks.createdAt}, ${tasks.taskId}) < (${after[0]}::timestamptz, ${after[1]})`,
  ) as SQL;
  const rows = await database
    .select(itemColumns())
    .from(tasks)
    .innerJoin(publishedObjects, eq(publishedObjects.objectKey, manifestKey))
    .where(where)
    .orderBy(desc(tasks.createdAt), desc(tasks.taskId))
    .limit(query.limit + 1);
  const { shown, ...next } = getPage(rows, query.limit, ({ task }) => [
    task.createdAt.toISOString(),
    task.taskId,
  ]);
  return { items: shown.map(taskItem), ...next };
}

export function takesPartInTask(agentId: string): SQL {
  const { taskParticipants, tasks } = tables;
  return sql`exists (select 1 from ${taskParticipants} as taking where taking.task_id = ${tasks.taskId}
    and taking.agent_id = ${agentId} and not taking.left_out)`;
}

/** Returns the columns for a list of tasks. The manifest is read only if a single task is shown. */
function itemColumns() {
  const { taskParticipants, tasks } = tables;
  const { taskId, title, status, visibility, circleId, ownerId, createdAt } = tasks;
  return {
    task: { taskId, title, status, visibility, circleId, ownerId, createdAt },
    participants: sql<number>`(select count(*)::integer from ${taskParticipants} as taking
      where taking.task_id = ${tasks.taskId} and not taking.left_out)`,
  };
}

const manifestKey = sql`'tasks/' || ${tables.tasks.taskId} || '/manifest.json'`;

/** Selects tasks with their manifests. */
export async function selectTasks(database: Database, where: SQL, limit: number) {
  const { publishedObjects, tasks } = tables;
  return database
    .select({
      ...itemColumns(),
      manifest: {
        object_key: sql<string>`${publishedObjects.objectKey}`,
        version: sql<number>`${publishedObjects.confirmedVersion}`,
        text: sql<string>`${publishedObjects.confirmedText}`,
      },
    })
    .from(tasks)
    .innerJoin(publishedObjects, eq(publishedObjects.objectKey, manifestKey))
    .where(where)
    .limit(limit);
}

type TaskShown = Pick<Awaited<ReturnType<typeof selectTasks>>[number], 'task' | 'participants'>;

export function taskItem({ task, participants }: TaskShown): TaskItem {
  return {
    task_id: task.taskId,
    title: task.title,
    status: task.status,
    visibility: task.visibility,
    ...(task.circleId === null ? {} : { circle_id: task.circleId }),
    owner_id: task.ownerId,
    created_at: task.createdAt.toISOString(),
    participants,
  };
}
