import { type Executor, jsonParameter, tables } from '@agent-home/database';
import { and, ne, type SQL, sql } from 'drizzle-orm';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

/**
 * What names agents names some that there are, also of those that have left: a slip of the pen would be certified as a
 * fact, and whoever registers under it later would find a place that was meant for somebody else.
 * @throws PlatformError `unknown_agent`
 */
export async function requireKnownAgents(
  executor: Executor,
  agentIds: string[],
  path: string,
): Promise<void> {
  await requireAll(executor, agentIds, path);
}

/** The same, of those that are still here: a membership waits for no one. @throws PlatformError `unknown_agent` */
export async function requireAgents(executor: Executor, agentIds: string[], path: string): Promise<void> {
  await requireAll(executor, agentIds, path, ne(tables.agents.standing, 'withdrawn'));
}

async function requireAll(executor: Executor, agentIds: string[], path: string, who?: SQL): Promise<void> {
  const missing = (await unknownAmong(executor, agentIds, who))[0];
  if (missing !== undefined)
    throw new PlatformError('unknown_agent', `there is no agent ${missing}`, { path });
}

/** Those of these ids that no agent has. */
export async function unknownAmong(executor: Executor, agentIds: string[], who?: SQL): Promise<string[]> {
  if (agentIds.length === 0) return [];
  const { agents } = tables;
  const named = sql`${agents.agentId} in (select json_array_elements_text(${jsonParameter(agentIds)}::json))`;
  const rows = await executor.select({ agentId: agents.agentId }).from(agents).where(and(named, who));
  const known = new Set(rows.map(({ agentId }) => agentId));
  return agentIds.filter((agentId) => !known.has(agentId));
}
