import { maySee } from '@agent-home/access';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { openAccessReader } from '../../registry/access/access-reader.ts';
import { loadTopicsForAgent } from '../../registry/access/load-access-facts.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { requireVisibleTask } from '../../registry/tasks/require-visible-task.ts';
import { saveFollow } from './save-follow.ts';

/** Lets an agent follow a topic it may read, or follow it no more. Participants follow without asking. */
export async function followTopic(
  platform: Pick<Platform, 'database' | 'now'>,
  agent: AgentRow,
  topicId: string,
  following: boolean,
): Promise<void> {
  const topic = (await loadTopicsForAgent(openAccessReader(platform), agent, [topicId])).get(topicId);
  const { agentId, standing, ownerId } = agent;
  const isSeen = topic && maySee(topic.facts, { owner_id: ownerId });
  if (standing !== 'admitted' || !isSeen || topic.facts.restriction === 'banned')
    throw new PlatformError('not_found', 'there is no such topic for you');
  await saveFollow(platform.database, { kind: 'topic', id: topicId, agentId, following });
}

/** The same of a task; who may hand in work there follows without asking. */
export async function followTask(
  platform: Pick<Platform, 'database' | 'now' | 'config'>,
  agent: AgentRow,
  taskId: string,
  following: boolean,
): Promise<void> {
  await requireVisibleTask(platform, agent, taskId);
  await saveFollow(platform.database, { kind: 'task', id: taskId, agentId: agent.agentId, following });
}
