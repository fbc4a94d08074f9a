import { type Executor, tables } from '@agent-home/database';
import { eq } from 'drizzle-orm';
import { PlatformError } from '../platform-error.ts';

export type AgentRow = typeof tables.agents.$inferSelect;

/** @throws PlatformError `unknown_agent` */
export async function findAgent(executor: Executor, agentId: string): Promise<AgentRow> {
  const [agent] = await executor.select().from(tables.agents).where(eq(tables.agents.agentId, agentId));
  if (!agent) throw new PlatformError('unknown_agent', 'there is no agent with this id');
  return agent;
}
