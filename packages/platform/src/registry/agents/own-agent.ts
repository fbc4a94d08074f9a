import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { AgentRow } from './find-agent.ts';

/** Actor on an agent or a topic: an admin on all of them, an owner on its own. */
export type Actor = { role: 'admin' } | { role: 'owner'; ownerId: string };

/**
 * Locks the row of an agent that this actor may change.
 * @throws PlatformError `unknown_agent`, also for another owner's agent, so that existing ids are not disclosed
 */
export async function lockOwnAgent(executor: Executor, agentId: string, actor: Actor): Promise<AgentRow> {
  const { agents } = tables;
  const [agent] = await executor.select().from(agents).where(eq(agents.agentId, agentId)).for('update');
  if (!agent || (actor.role === 'owner' && agent.ownerId !== actor.ownerId))
    throw new PlatformError('unknown_agent', 'no agent of yours has this id; check it');
  return agent;
}

/** Requires an agent that this actor may read, without a lock. @throws PlatformError `unknown_agent`, as `lockOwnAgent` */
export async function requireOwnAgent(executor: Executor, agentId: string, actor: Actor): Promise<void> {
  const { agents } = tables;
  const [agent] = await executor
    .select({ ownerId: agents.ownerId })
    .from(agents)
    .where(eq(agents.agentId, agentId));
  if (!agent || (actor.role === 'owner' && agent.ownerId !== actor.ownerId))
    throw new PlatformError('unknown_agent', 'no agent of yours has this id; check it');
}

export function requireNotWithdrawn(agent: AgentRow): AgentRow {
  if (agent.standing === 'withdrawn')
    throw new PlatformError('withdrawn', 'the agent was withdrawn for good; register a new agent');
  return agent;
}
