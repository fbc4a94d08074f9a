import { tables } from '@agent-home/database';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AgentRow } from '../agents/find-agent.ts';
import type { Platform, PublishingPlatform } from '../platform.ts';
import { markWritten } from './mark-usage.ts';

const objectsAtOnce = 100;

export const artifactRemovalSchema = z.strictObject({
  object_keys: z.array(z.string().min(1).max(1023)).min(1).max(100),
});

/**
 * An agent gives up work of its own: the way back below its quota, since its credentials can delete nothing. Answers
 * which of the keys were found; a worker deletes them.
 */
export async function removeArtifacts(
  platform: Platform,
  agent: AgentRow,
  taskId: string,
  objectKeys: string[],
): Promise<{ object_keys: string[] }> {
  const { taskArtifacts: table } = tables;
  const named = sql`${table.objectKey} in (select json_array_elements_text(${JSON.stringify(objectKeys)}::json))`;
  const marked = await platform.database
    .update(table)
    .set({ removalDue: true })
    .where(and(eq(table.agentId, agent.agentId), eq(table.taskId, taskId), named))
    .returning({ objectKey: table.objectKey });
  return { object_keys: marked.map((row) => row.objectKey).sort() };
}

export async function hasRemovals(platform: PublishingPlatform): Promise<boolean> {
  const { taskArtifacts: table } = tables;
  const rows = await platform.database
    .select({ objectKey: table.objectKey })
    .from(table)
    .where(eq(table.removalDue, true))
    .limit(1);
  return rows.length > 0;
}

/** One bounded step; what is left stays marked. */
export async function carryOutRemovals(platform: PublishingPlatform): Promise<number> {
  const { taskArtifacts: table } = tables;
  const due = await platform.database
    .select({ objectKey: table.objectKey, taskId: table.taskId, agentId: table.agentId })
    .from(table)
    .where(eq(table.removalDue, true))
    .limit(objectsAtOnce);
  for (const { objectKey, ...place } of due) {
    await platform.store.delete(objectKey);
    await platform.database.delete(table).where(eq(table.objectKey, objectKey));
    await markWritten(platform.database, place);
  }
  return due.length;
}
