import { type SQL, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { isTaskReader, takesPartInTask } from './task-readers.ts';
import type { Viewer } from './viewer.ts';
import { type Container, visibleContainer } from './visible-container.ts';

/** The columns and conditions of tasks, for a statement over `tasks`. */
export const taskColumns = (): Container => ({
  manifestKey: sql`'tasks/' || ${tables.tasks.taskId} || '/manifest.json'`,
  visibility: sql`${tables.tasks.visibility}`,
  ownerId: sql`${tables.tasks.ownerId}`,
  formerAudiences: sql`${tables.tasks.formerAudiences}`,
  isReader: isTaskReader,
  takesPart: takesPartInTask,
});

/** Returns the condition that a viewer may see a task at this moment, for a statement over `tasks`. */
export const visibleTask = (viewer: Viewer): SQL => visibleContainer(viewer, taskColumns());

/** Returns the condition that a viewer may see the task with this id, for any statement. */
export function canSeeTask(viewer: Viewer, taskId: string): SQL {
  const { tasks } = tables;
  return sql`exists (select 1 from ${tasks} where ${tasks.taskId} = ${taskId} and ${visibleTask(viewer)})`;
}
