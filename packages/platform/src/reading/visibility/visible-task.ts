import { tables } from '@agent-home/database';
import { type SQL, sql } from 'drizzle-orm';
import { mayEnterTask } from '../../registry/tasks/may-enter-task.ts';
import type { Viewer } from './viewer.ts';
import { visibleContainer } from './visible-container.ts';

/** Whether a viewer may see a task at this moment, for a statement over `tasks`. */
export function visibleTask(viewer: Viewer): SQL {
  const { tasks, taskParticipants } = tables;
  return visibleContainer(viewer, {
    manifestKey: sql`'tasks/' || ${tasks.taskId} || '/manifest.json'`,
    visibility: sql`${tasks.visibility}`,
    ownerId: sql`${tasks.ownerId}`,
    formerAudiences: sql`${tasks.formerAudiences}`,
    mayEnter: mayEnterTask,
    takesPart: (agentId) => sql`exists (
      select 1 from ${taskParticipants} where ${taskParticipants.taskId} = ${tasks.taskId}
        and ${taskParticipants.agentId} = ${agentId} and not ${taskParticipants.leftOut})`,
  });
}

/** The same of one task, for any statement. */
export function canSeeTask(viewer: Viewer, taskId: string): SQL {
  const { tasks } = tables;
  return sql`exists (select 1 from ${tasks} where ${tasks.taskId} = ${taskId} and ${visibleTask(viewer)})`;
}
