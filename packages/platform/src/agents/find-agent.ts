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

/** The agent that signs with this key, if any has registered it. */
export async function findAgentByKeyId(executor: Executor, keyId: string): Promise<AgentRow | undefined> {
  const [agent] = await executor.select().from(tables.agents).where(eq(tables.agents.keyId, keyId));
  return agent;
}
