import { exhaustedQuota, type QuotaFacts } from '@agent-home/access';
import type { ListedObject } from '@agent-home/object-store';
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { collectTraits } from '../../foundation/settings/store-traits.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { type ArtifactPlace, artifactFolder } from './artifact-place.ts';
import { listedName } from './listed-key.ts';
import { createQuotaFinder } from './load-quota.ts';
import { betweenCountsSeconds, recountSeconds } from './mark-usage.ts';
import { notifyWork } from './notify-work.ts';
import { type FoundObject, sortArtifacts } from './sort-artifacts.ts';
import { collectChanges, type Work } from './work-changes.ts';

type UsageRow = typeof tables.taskUsage.$inferSelect;

const foldersAtOnce = 50;

/** Returns the task folders of agents that are due to be counted. */
export function dueUsage(platform: PublishingPlatform): Promise<UsageRow[]> {
  const { taskUsage } = tables;
  return platform.database
    .select()
    .from(taskUsage)
    .where(lte(taskUsage.dueAt, sql`now()`))
    .orderBy(asc(taskUsage.dueAt))
    .limit(foldersAtOnce);
}

/**
 * Counts one agent's folder in one task by listing it, since an agent with a credential can write any objects
 * there. Listing stops once the quota is exceeded. The agent is notified when its quota is used up and when
 * there is room again; followers of the task are notified of new, changed and deleted work.
 */
export async function countUsage(platform: PublishingPlatform, folder: UsageRow): Promise<void> {
  const objects = await listFolder(platform, folder);
  await platform.database.transaction(async (transaction) => {
    const { agents, taskUsage } = tables;
    // The lock serializes the counts of an agent, because the sums below cover all its folders.
    const [agent] = await transaction
      .select({ ownerId: agents.ownerId, exceededAt: agents.quotaExceededAt })
      .from(agents)
      .where(eq(agents.agentId, folder.agentId))
      .for('update');
    const findQuota = createQuotaFinder(transaction, platform.config.quotas);
    const quotaBefore = await findQuota(folder.agentId);
    const mine = and(eq(taskUsage.agentId, folder.agentId), eq(taskUsage.taskId, folder.taskId));
    const [counted] = await transaction.select().from(taskUsage).where(mine);
    const elsewhere = without(quotaBefore, counted ?? folder);
    const found = await describe(platform, transaction, folder, objects);
    const { artifacts, used } = sortArtifacts(found, elsewhere, platform.config.quotas);
    const before = await keptWork(transaction, folder);
    await keepArtifacts(transaction, folder, artifacts);
    const next = sql`case when writable_until < now() then null
      else least(now() + make_interval(secs => ${recountSeconds}), writable_until + interval '1 second') end`;
    // The count may have missed an event that arrived during it, so the next count follows soon.
    const soon = sql`now() + make_interval(secs => ${betweenCountsSeconds})`;
    const isSeen = sql`due_at is not distinct from ${folder.dueAt?.toISOString() ?? null}::timestamptz`;
    await transaction
      .update(taskUsage)
      .set({ ...used, countedAt: sql`now()`, dueAt: sql`case when ${isSeen} then ${next} else ${soon} end` })
      .where(mine);
    const changes = collectChanges(
      before,
      artifacts.filter(({ refusal }) => refusal === null),
    );
    const teller = { ...folder, ownerId: agent?.ownerId ?? null, now: platform.now() };
    await notifyWork(transaction, teller, changes, counted?.isUntold);
    await tell(
      platform,
      transaction,
      folder.agentId,
      agent?.exceededAt ?? null,
      await findQuota(folder.agentId),
    );
  });
}

async function listFolder(platform: PublishingPlatform, place: ArtifactPlace): Promise<ListedObject[]> {
  const enough = platform.config.quotas.agentObjects + 1;
  const objects: ListedObject[] = [];
  for (let after: string | undefined; objects.length < enough; ) {
    const page = await platform.store.list(artifactFolder(place), after === undefined ? {} : { after });
    objects.push(...page.objects);
    if (page.next === undefined) break;
    after = page.next;
  }
  return objects;
}

/** Adds to objects the time at which they were first found, which orders them if an agent can set Last-Modified. */
async function describe(
  { config, now }: PublishingPlatform,
  executor: Executor,
  { taskId, agentId }: ArtifactPlace,
  objects: ListedObject[],
): Promise<FoundObject[]> {
  const isTrusted = collectTraits(config.store).trustsLastModified;
  const { taskArtifacts: table } = tables;
  const known = isTrusted
    ? []
    : await executor
        .select({ name: table.objectKey, etag: table.etag, modifiedAt: table.modifiedAt })
        .from(table)
        .where(and(eq(table.agentId, agentId), eq(table.taskId, taskId)));
  const since = new Map(known.map(({ name, etag, modifiedAt }) => [`${name} ${etag}`, modifiedAt]));
  return objects.map(({ key, size, etag, lastModified, isUploaded }) => {
    const name = listedName(key);
    const modifiedAt = isTrusted ? lastModified : (since.get(`${name} ${etag}`) ?? now());
    return { name, size, etag, modifiedAt, isUploaded };
  });
}

/** Returns the usage of the agent and of its owner's agents outside of this folder. */
function without({ agent, owner }: QuotaFacts, { bytes, objects }: UsageRow) {
  const rest = (used: { bytes: number; objects: number }) => ({
    bytes: used.bytes - bytes,
    objects: used.objects - objects,
  });
  return { agent: rest(agent.used), owner: owner && rest(owner.used) };
}

/** Returns the work listed in the folder at the last count. */
function keptWork(executor: Executor, { taskId, agentId }: ArtifactPlace): Promise<Work[]> {
  const { taskArtifacts: table } = tables;
  return executor
    .select({ name: table.objectKey, etag: table.etag, size: table.size })
    .from(table)
    .where(and(eq(table.agentId, agentId), eq(table.taskId, taskId), isNull(table.refusal)));
}

/** Stores the objects found in the folder. Objects marked for removal stay marked. */
async function keepArtifacts(
  executor: Executor,
  { taskId, agentId }: ArtifactPlace,
  artifacts: ReturnType<typeof sortArtifacts>['artifacts'],
): Promise<void> {
  const { taskArtifacts } = tables;
  const rows = jsonParameter(
    artifacts.map(({ name, size, etag, modifiedAt, refusal }) => ({
      object_key: name,
      size,
      etag,
      modified_at: modifiedAt.toISOString(),
      refusal,
    })),
  );
  await executor.execute(
    sql`with found as (
          select * from json_to_recordset(${rows}::json)
            as found(object_key text, size bigint, etag text, modified_at timestamptz, refusal text)
        ), gone as (
          delete from ${taskArtifacts} where agent_id = ${agentId} and task_id = ${taskId}
            and object_key not in (select object_key from found) and refusal is distinct from 'not_counted'
        )
        insert into ${taskArtifacts} (object_key, task_id, agent_id, size, etag, modified_at, refusal)
        select object_key, ${taskId}, ${agentId}, size, etag, modified_at, refusal from found
        on conflict (object_key) do update set size = excluded.size, etag = excluded.etag,
          modified_at = excluded.modified_at, refusal = excluded.refusal`,
  );
}

async function tell(
  platform: PublishingPlatform,
  executor: Executor,
  agentId: string,
  exceededAt: Date | null,
  quota: QuotaFacts,
): Promise<void> {
  const isExceeded = exhaustedQuota(quota) !== undefined;
  if (isExceeded === (exceededAt !== null)) return;
  const occurredAt = platform.now();
  await executor
    .update(tables.agents)
    .set({ quotaExceededAt: isExceeded ? occurredAt : null })
    .where(eq(tables.agents.agentId, agentId));
  const { agent, owner } = quota;
  const payload = { agent, ...(owner ? { owner } : {}) };
  const eventType = isExceeded ? 'agent.quota_exceeded' : 'agent.quota_restored';
  await appendFeed(executor, [{ agentId, eventType, occurredAt, payload }]);
}
