import { and, ne, type SQL, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

/**
 * Checks that all these ids belong to agents, withdrawn ones included. A misspelt id would be certified in a
 * list and admit the next agent that registers it.
 * @throws PlatformError `unknown_agent`
 */
export async function requireKnownAgents(
  executor: Executor,
  agentIds: string[],
  path: string,
): Promise<void> {
  await requireAll(executor, agentIds, path);
}

/** Requires agents that are not withdrawn, as members must be. @throws PlatformError `unknown_agent` */
export async function requireAgents(executor: Executor, agentIds: string[], path: string): Promise<void> {
  await requireAll(executor, agentIds, path, ne(tables.agents.standing, 'withdrawn'));
}

async function requireAll(executor: Executor, agentIds: string[], path: string, who?: SQL): Promise<void> {
  const missing = (await unknownAmong(executor, agentIds, who))[0];
  if (missing !== undefined)
    throw new PlatformError('unknown_agent', `agent ${missing} does not exist; check the id`, { path });
}

/** Returns the ids for which there is no agent; with `who`, those for which no agent fulfils this condition. */
export async function unknownAmong(executor: Executor, agentIds: string[], who?: SQL): Promise<string[]> {
  if (agentIds.length === 0) return [];
  const { agents } = tables;
  const named = sql`${agents.agentId} in (select json_array_elements_text(${jsonParameter(agentIds)}::json))`;
  const rows = await executor.select({ agentId: agents.agentId }).from(agents).where(and(named, who));
  const known = new Set(rows.map(({ agentId }) => agentId));
  return agentIds.filter((agentId) => !known.has(agentId));
}
