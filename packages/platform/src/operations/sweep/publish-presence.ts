import { allShards, type JsonObject, objectKey, parseObjectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { enqueueObjects } from '../../publication/outbox/enqueue-object.ts';
import { publishStream } from '../../publication/outbox/publish-stream.ts';

/**
 * Lists the heartbeats and publishes the online agents, one certified snapshot for each shard, for readers that cannot list. A
 * Last-Modified in the future counts as offline: an agent that can set it would otherwise be online forever.
 */
export async function publishPresence(platform: PublishingPlatform): Promise<void> {
  for (const shard of allShards(platform.config.shardDigits)) await publishShard(platform, shard);
}

async function publishShard(platform: PublishingPlatform, shard: string): Promise<void> {
  const key = objectKey('presence', { shard });
  const now = platform.now();
  const online = await onlineAgents(platform, shard, now);
  if (online.length === 0 && !(await wasPublished(platform, key))) return;
  const { presenceIntervalSeconds } = platform.config;
  const body: JsonObject = {
    kind: 'presence',
    schema_version: 1,
    shard,
    observed_at: now.toISOString(),
    online,
  };
  const expiresInSeconds = Math.ceil(presenceIntervalSeconds * 5);
  await enqueueObjects(platform.database, [{ stream: key, objectKey: key, body, expiresInSeconds }]);
  await publishStream(platform, key);
}

async function onlineAgents(platform: PublishingPlatform, shard: string, now: Date) {
  const online: { agent_id: string; last_seen_at: string }[] = [];
  const since = now.getTime() - platform.config.onlineSeconds * 1000;
  let after: string | undefined;
  do {
    const page = await platform.store.list(
      `agents/heartbeats/${shard}/`,
      after === undefined ? {} : { after },
    );
    for (const { key, lastModified } of page.objects) {
      const place = parseObjectKey(key);
      if (place?.kind !== 'heartbeat') continue;
      const seen = lastModified.getTime();
      const inFuture = seen > now.getTime() + 5_000;
      if (seen >= since && !inFuture) {
        online.push({ agent_id: place.parts.agent_id, last_seen_at: lastModified.toISOString() });
      }
    }
    after = page.next;
  } while (after !== undefined);
  return online;
}

/** Returns true if a shard has an object already; a shard in which no agent was ever online needs none. */
async function wasPublished(platform: PublishingPlatform, key: string): Promise<boolean> {
  const { publishedObjects } = tables;
  const rows = await platform.database
    .select({ objectKey: publishedObjects.objectKey })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, key));
  return rows.length > 0;
}
