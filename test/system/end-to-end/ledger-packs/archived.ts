import { deleteExpired, publishStream } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { objectKey, openLedgerPack, type TopicLedgerPack } from '@agent-home/protocol';
import { and, eq, isNull } from 'drizzle-orm';
import type { TestHome } from '../../../support/start-home.ts';
import { textAt } from '../tamper/bucket-and-database.ts';
import { packKey } from './many-lines.ts';

const day = 86_400_000;
/** Default retention of single entries. */
export const keptDays = 90;

/** Simulates a topic without input for the given number of days, in which all tickets have expired. */
export async function restFor(home: TestHome, topicId: string, days: number): Promise<void> {
  const { database } = home.open.platform;
  const { tickets, topics } = tables;
  const at = new Date(Date.now() - days * day);
  await database.update(topics).set({ updatedAt: at }).where(eq(topics.topicId, topicId));
  await database
    .update(tickets)
    .set({ closedAt: at })
    .where(and(eq(tickets.topicId, topicId), isNull(tickets.closedAt)));
}

/** Archives a closed topic with the worker's retention, in as many calls as necessary. */
export async function archive(home: TestHome, topicId: string): Promise<void> {
  const { platform } = home.open;
  const { publishedObjects, topics } = tables;
  await restFor(home, topicId, keptDays + 1);
  for (let call = 0; call < 20; call++) {
    await deleteExpired(platform);
    const left = await platform.database.$count(publishedObjects, eq(publishedObjects.removalDue, true));
    const [topic] = await platform.database.select().from(topics).where(eq(topics.topicId, topicId));
    if (left === 0 && topic?.archivedSequence === topic?.ledgerSequence) return;
  }
  throw new Error('the archive is never done');
}

/** Publishes all pending objects, because no worker runs. */
export async function publishAll({ open: { platform } }: TestHome): Promise<void> {
  const { outbox } = tables;
  const streams = await platform.database.selectDistinct({ stream: outbox.stream }).from(outbox);
  for (const { stream } of streams) await publishStream(platform, stream);
}

/** Returns every key of the bucket below a topic. */
export async function collectKeys(home: TestHome, topicId: string): Promise<string[]> {
  const keys: string[] = [];
  for (let after: string | undefined; ; ) {
    const options = after === undefined ? {} : { after };
    const page = await home.open.platform.store.list(`topics/${topicId}/`, options);
    keys.push(...page.objects.map(({ key }) => key));
    if (page.next === undefined) return keys;
    after = page.next;
  }
}

/** Returns each entry's text in the bucket: from its own key, or from a pack if that key was deleted. */
export async function ledgerInBucket(home: TestHome, topicId: string): Promise<Map<number, string>> {
  const { store } = home.open.platform;
  const keys = new Set(await collectKeys(home, topicId));
  const [topic] = await home.open.platform.database
    .select()
    .from(tables.topics)
    .where(eq(tables.topics.topicId, topicId));
  const found = new Map<number, string>();
  for (const key of keys)
    if (key.startsWith(packKey(topicId, 1).slice(0, -15)))
      for (const [sequence, text] of openLedgerPack(JSON.parse(await textAt(store, key)) as TopicLedgerPack))
        found.set(sequence, text);
  for (let sequence = 1; sequence <= (topic?.ledgerSequence ?? 0); sequence++) {
    const key = objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
    if (keys.has(key)) found.set(sequence, await textAt(store, key));
  }
  return found;
}
