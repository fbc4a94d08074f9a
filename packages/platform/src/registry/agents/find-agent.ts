import { eq, sql } from 'drizzle-orm';
import { type Database, type Executor, jsonParameter, tables } from '../../database/index.ts';
import { createBatcher } from '../../foundation/concurrency/batcher.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

export type AgentRow = typeof tables.agents.$inferSelect;

/** Returns the current refusal of an agent's admission, as responses contain it. */
export function refusalOf({ refusedAt, refusedFor }: Pick<AgentRow, 'refusedAt' | 'refusedFor'>): {
  refused?: { reason: string; at: string };
} {
  return refusedAt === null || refusedFor === null
    ? {}
    : { refused: { reason: refusedFor, at: refusedAt.toISOString() } };
}

/** @throws PlatformError `unknown_agent` */
export async function findAgent(executor: Executor, agentId: string): Promise<AgentRow> {
  const [agent] = await executor.select().from(tables.agents).where(eq(tables.agents.agentId, agentId));
  if (!agent) throw new PlatformError('unknown_agent', 'no agent has this id; check it');
  return agent;
}

/** Existing agents among these, in no particular order. */
export async function findAgents(executor: Executor, agentIds: string[]): Promise<AgentRow[]> {
  const { agents } = tables;
  return executor
    .select()
    .from(agents)
    .where(sql`${agents.agentId} in (select jsonb_array_elements_text(${jsonParameter(agentIds)}::jsonb))`);
}

/** Finds the agent that signs with a key; undefined if the key is not registered. Reads the database each time. */
export function createAgentFinder(database: Database): (keyId: string) => Promise<AgentRow | undefined> {
  return createBatcher(async (keyIds) => {
    const { agents } = tables;
    const rows = await database
      .select()
      .from(agents)
      .where(sql`${agents.keyId} in (select jsonb_array_elements_text(${jsonParameter(keyIds)}::jsonb))`);
    const found = new Map(rows.map((row) => [row.keyId, row]));
    return keyIds.map((keyId) => found.get(keyId));
  });
}
