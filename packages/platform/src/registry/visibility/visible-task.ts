import { tables } from '@agent-home/database';
import { type SQL, sql } from 'drizzle-orm';
import { isTaskReader, takesPartInTask } from './task-readers.ts';
import type { Viewer } from './viewer.ts';
import { type Container, visibleContainer } from './visible-container.ts';

/** Tasks as a statement over `tasks` has them. */
export const taskColumns = (): Container => ({
  manifestKey: sql`'tasks/' || ${tables.tasks.taskId} || '/manifest.json'`,
  visibility: sql`${tables.tasks.visibility}`,
  ownerId: sql`${tables.tasks.ownerId}`,
  formerAudiences: sql`${tables.tasks.formerAudiences}`,
  isReader: isTaskReader,
  takesPart: takesPartInTask,
});

/** Whether a viewer may see a task at this moment, for a statement over `tasks`. */
export const visibleTask = (viewer: Viewer): SQL => visibleContainer(viewer, taskColumns());

/** The same of one task, for any statement. */
export function canSeeTask(viewer: Viewer, taskId: string): SQL {
  const { tasks } = tables;
  return sql`exists (select 1 from ${tasks} where ${tasks.taskId} = ${taskId} and ${visibleTask(viewer)})`;
}
