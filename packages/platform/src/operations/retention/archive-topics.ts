import { sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { isOutage } from '../../foundation/resilience/is-outage.ts';
import { completePacks } from '../../publication/outbox/complete-packs.ts';
import { topicStream } from '../../publication/outbox/enqueue-object.ts';
import { packStream } from '../../publication/outbox/ledger-packs.ts';
import { publishStream } from '../../publication/outbox/publish-stream.ts';
import { archivePack, type TopicToArchive } from './archive-pack.ts';
import { isPacked } from './packed-ledger.ts';

const topicsAtOnce = 5;
/** Number of topics to check, because some cannot be archived yet. */
const topicsLookedAt = 100;

/**
 * Archives some topics that were closed long enough ago, one pack of each per call. The bucket then contains only the packs of
 * their ledgers, so that it does not grow with every message. Returns the number of entries. The next call continues after a crash,
 * and several workers may call it.
 */
export async function archiveTopics(platform: PublishingPlatform): Promise<number> {
  let topics = 0;
  let entries = 0;
  for (const topic of await topicsToArchive(platform)) {
    const archived = await archiveSome(platform, topic);
    entries += archived;
    if (archived > 0) topics += 1;
    if (topics === topicsAtOnce) break;
  }
  return entries;
}

async function archiveSome(platform: PublishingPlatform, topic: TopicToArchive): Promise<number> {
  const { topicId, ledgerSequence } = topic;
  try {
    await platform.database.transaction((executor) => completePacks(executor, topicId, ledgerSequence));
    await publishStream(platform, packStream(topicId));
    // Deletes nothing until every entry is in a pack in the bucket.
    if (!(await isPacked(platform.database, topicId, ledgerSequence))) return 0;
    return await archivePack(platform, topic);
  } catch (error) {
    if (isOutage(error)) throw error;
    platform.log.error({ err: error, topicId }, 'a topic cannot be archived; its single entries stay');
    return 0;
  }
}

/** Returns closed topics without recent verdicts, open tickets or outbox rows. */
async function topicsToArchive(platform: PublishingPlatform): Promise<TopicToArchive[]> {
  const { outbox, tickets, topics } = tables;
  const days = platform.config.retention.entryDays;
  const before = new Date(platform.now().getTime() - days * 86_400_000).toISOString();
  return platform.database
    .select({
      topicId: topics.topicId,
      ledgerSequence: topics.ledgerSequence,
      archivedSequence: topics.archivedSequence,
    })
    .from(topics)
    .where(
      sql`${topics.status} = 'closed' and not ${topics.isArchived}
        and ${topics.updatedAt} < ${before}::timestamptz
        and not exists (select 1 from ${tickets} as open where open.topic_id = ${topics.topicId} and open.closed_at is null)
        and not exists (select 1 from ${outbox} as owed
          where owed.stream = ${topicStream('')} || ${topics.topicId})`,
    )
    .orderBy(topics.createdAt)
    .limit(topicsLookedAt);
}
