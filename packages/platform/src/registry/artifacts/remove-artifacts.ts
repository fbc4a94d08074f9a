import { jsonParameter, tables } from '@agent-home/database';
import { and, eq, sql } from 'drizzle-orm';
import type { Platform, PublishingPlatform } from '../../foundation/platform/platform.ts';
import type { AgentRow } from '../agents/find-agent.ts';
import { keyOfListedName } from '../quotas/listed-key.ts';
import { markWritten } from '../quotas/mark-usage.ts';
import { tellWork } from '../quotas/tell-work.ts';
import { deleteAgentObjects } from './delete-agent-object.ts';

const agentsAtOnce = 20;
const objectsAtOnce = 20;

/**
 * Marks an agent's own work for removal, at the agent's wish. Its credentials can delete nothing, so this is its way
 * back below its quota. Answers which of the keys were found; a worker deletes them.
 */
export async function removeArtifacts(
  platform: Platform,
  agent: AgentRow,
  taskId: string,
  objectKeys: string[],
): Promise<{ object_keys: string[] }> {
  const { taskArtifacts: table } = tables;
  const named = sql`${table.objectKey} in (select json_array_elements_text(${jsonParameter(objectKeys)}::json))`;
  const marked = await platform.database
    .update(table)
    .set({ removalDue: true })
    .where(and(eq(table.agentId, agent.agentId), eq(table.taskId, taskId), named))
    .returning({ objectKey: table.objectKey });
  return { object_keys: marked.map((row) => row.objectKey).sort() };
}

/** Some of the agents that have work marked for removal. */
export async function dueRemovals(platform: PublishingPlatform): Promise<string[]> {
  const { taskArtifacts: table } = tables;
  const rows = await platform.database.execute<{ agent_id: string }>(
    sql`select agent_id from (select distinct agent_id from ${table} where removal_due) as waiting
        order by random() limit ${agentsAtOnce}`,
  );
  return rows.map((row) => row.agent_id);
}

/**
 * Removes some of an agent's marked work, in any order. An object that cannot be deleted holds up nothing else. What is
 * left stays marked, so it can be called again after a crash.
 */
export async function carryOutRemovals(platform: PublishingPlatform, agentId: string): Promise<void> {
  const { agents, taskArtifacts: table } = tables;
  const due = await platform.database
    .select({
      name: table.objectKey,
      taskId: table.taskId,
      agentId: table.agentId,
      ownerId: agents.ownerId,
      refusal: table.refusal,
    })
    .from(table)
    .innerJoin(agents, eq(agents.agentId, table.agentId))
    .where(and(eq(table.agentId, agentId), eq(table.removalDue, true)))
    .orderBy(sql`random()`)
    .limit(objectsAtOnce);
  const failures = await deleteAgentObjects(
    platform,
    due.map(({ name }) => keyOfListedName(name)),
  );
  for (const { name, refusal, ...place } of due) {
    if (failures.has(keyOfListedName(name))) continue;
    const wasWork = refusal === null;
    await platform.database.transaction(async (transaction) => {
      await transaction.delete(table).where(eq(table.objectKey, name));
      const gone = { eventType: 'task.artifact_removed' as const, objectKey: name };
      await tellWork(transaction, { ...place, now: platform.now() }, wasWork ? [gone] : []);
    });
    await markWritten(platform.database, place);
  }
  for (const error of failures.values()) throw error;
}
