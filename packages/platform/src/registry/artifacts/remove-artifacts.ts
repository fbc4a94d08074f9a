import { isUsableKey, type ObjectStore } from '@agent-home/object-store';
import { and, eq, sql } from 'drizzle-orm';
import pMap from 'p-map';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { storeConcurrency } from '../../foundation/concurrency/store-concurrency.ts';
import type { Platform, PublishingPlatform } from '../../foundation/platform/platform.ts';
import type { AgentRow } from '../agents/find-agent.ts';
import { type ArtifactPlace, artifactPlace } from '../quotas/artifact-place.ts';
import { keyOfListedName } from '../quotas/listed-key.ts';
import { markWritten } from '../quotas/mark-usage.ts';
import { notifyWork } from '../quotas/notify-work.ts';
import { deleteAgentObjects } from './delete-agent-object.ts';

const agentsAtOnce = 20;
const objectsAtOnce = 20;
/** Number of removals of one folder that may wait without being counted, equal to the maximum of one request. */
const uncountedMost = 100;

/**
 * Marks an agent's own work for removal, at its request. Its credentials cannot delete, so this is its way back below its quota.
 * Returns the keys that were found, by the last count or in the store; a worker deletes them.
 */
export async function removeArtifacts(
  platform: Platform,
  store: Pick<ObjectStore, 'list'>,
  agent: AgentRow,
  taskId: string,
  objectKeys: string[],
): Promise<{ object_keys: string[] }> {
  const place = { taskId, agentId: agent.agentId };
  const counted = await markCounted(platform.database, place, objectKeys);
  const known = new Set(counted);
  const others = objectKeys.filter((key) => !known.has(key) && isOwnKey(key, place));
  const found = await pMap(
    others,
    async (key) => ((await isStored(store, key)) ? [key] : []),
    storeConcurrency,
  );
  const noted = await noteUncounted(platform, place, found.flat());
  return { object_keys: [...counted, ...noted].sort() };
}

async function markCounted(
  executor: Executor,
  { taskId, agentId }: ArtifactPlace,
  objectKeys: readonly string[],
): Promise<string[]> {
  const { taskArtifacts: table } = tables;
  const named = sql`${table.objectKey} in (select json_array_elements_text(${jsonParameter(objectKeys)}::json))`;
  const marked = await executor
    .update(table)
    .set({ removalDue: true })
    .where(and(eq(table.agentId, agentId), eq(table.taskId, taskId), named))
    .returning({ objectKey: table.objectKey });
  return marked.map((row) => row.objectKey);
}

/**
 * True for a key that its author may name before the home has listed it. A key that some client resolves to another one must be
 * listed first, so that exactly the listed object is deleted.
 */
function isOwnKey(key: string, { agentId, taskId }: ArtifactPlace): boolean {
  const place = artifactPlace(key);
  return place?.agentId === agentId && place.taskId === taskId && isUsableKey(key);
}

/** Reads a listing, because a head follows a symlink with the platform's rights. */
async function isStored(store: Pick<ObjectStore, 'list'>, key: string): Promise<boolean> {
  const { objects } = await store.list(key, { limit: 1 });
  return objects.some((object) => object.key === key);
}

/** Adds rows for stored keys that no count has found. Only an agent that had a credential for the folder has usage there. */
async function noteUncounted(
  platform: Platform,
  { taskId, agentId }: ArtifactPlace,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const { taskArtifacts, taskUsage } = tables;
  const rows = await platform.database.execute<{ object_key: string }>(
    sql`insert into ${taskArtifacts} as known
          (object_key, task_id, agent_id, size, modified_at, refusal, removal_due)
        select key, folder.task_id, folder.agent_id, 0, ${platform.now().toISOString()}::timestamptz,
          'not_counted', true
        from ${taskUsage} as folder, (
          select distinct value as key from json_array_elements_text(${jsonParameter(keys)}::json)) as named
        where folder.agent_id = ${agentId} and folder.task_id = ${taskId}
        limit greatest(0, ${uncountedMost} - (
          select count(*) from ${taskArtifacts} as waiting where waiting.agent_id = ${agentId}
            and waiting.task_id = ${taskId} and waiting.refusal = 'not_counted')::integer)
        on conflict (object_key) do update set removal_due = true
        returning known.object_key`,
  );
  return rows.map((row) => row.object_key);
}

/** Returns some of the agents with work that is marked for removal. */
export async function dueRemovals(platform: PublishingPlatform): Promise<string[]> {
  const { taskArtifacts: table } = tables;
  const rows = await platform.database.execute<{ agent_id: string }>(
    sql`select agent_id from (select distinct agent_id from ${table} where removal_due) as waiting
        order by random() limit ${agentsAtOnce}`,
  );
  return rows.map((row) => row.agent_id);
}

/**
 * Removes some of an agent's marked work, in any order. An object that cannot be deleted does not delay others. The rest stays
 * marked, so the call can be repeated after a crash.
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
      await notifyWork(transaction, { ...place, now: platform.now() }, wasWork ? [gone] : []);
    });
    await markWritten(platform.database, place);
  }
  for (const error of failures.values()) throw error;
}
