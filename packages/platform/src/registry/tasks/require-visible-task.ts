import { maySee } from '@agent-home/access';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { createAccessReader } from '../access/access-reader.ts';
import type { AgentRow } from '../agents/find-agent.ts';
import { createTaskFinder, loadTasksForAgent, type TaskForAgent } from './load-tasks.ts';

/**
 * Finds a task that this agent may read. The error is the same for a task that does not exist and one it may not see.
 * @throws PlatformError `not_found`
 */
export async function requireVisibleTask(
  platform: Pick<Platform, 'database' | 'now' | 'config'>,
  agent: AgentRow,
  taskId: string,
): Promise<TaskForAgent> {
  const found = await loadTasksForAgent(createTaskFinder(platform), createAccessReader(platform), agent, [
    taskId,
  ]);
  const task = found.get(taskId);
  const { ownerId, standing } = agent;
  const isSeen = task && maySee(task.facts, { owner_id: ownerId });
  if (standing !== 'admitted' || !isSeen)
    throw new PlatformError('not_found', 'no task with this id is visible to you; check the id');
  return task;
}
