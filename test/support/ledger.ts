import { tables } from '@agent-home/platform/database';
import { asc, eq } from 'drizzle-orm';
import { eventually } from './eventually.ts';
import { readFeed } from './feed.ts';
import type { RawAgent } from './raw-agent.ts';
import type { TestHome } from './start-home.ts';

export type LedgerRow = typeof tables.ledgerEntries.$inferSelect;

export function getLedger(home: TestHome, topicId: string): Promise<LedgerRow[]> {
  const { ledgerEntries } = tables;
  return home.open.platform.database
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.topicId, topicId))
    .orderBy(asc(ledgerEntries.sequence));
}

/** Waits until the object at a key has been judged. */
export function judged(
  home: TestHome,
  topicId: string,
  objectKey: string,
  withinMs?: number,
): Promise<LedgerRow> {
  return eventually(async () => {
    const row = (await getLedger(home, topicId)).find((entry) => entry.objectKey === objectKey);
    if (!row) throw new Error(`${objectKey} is not judged yet`);
    return row;
  }, withinMs);
}

/** Waits until the bucket equals the database and no publication is pending. */
export function published(home: TestHome): Promise<void> {
  return eventually(async () => {
    const owed = await home.open.platform.database.$count(tables.outbox);
    if (owed > 0) throw new Error(`${owed} objects wait to be published`);
  });
}

/** Returns the verdict as the author sees it: the newest feed event about this key. */
export async function verdictInFeed(agent: RawAgent, objectKey: string): Promise<Record<string, unknown>> {
  const { events } = await readFeed(agent);
  const told = events.filter(
    (event) => event.object_key === objectKey && event.event_type === 'topic.input_judged',
  );
  const newest = told.at(-1);
  if (!newest) throw new Error(`the feed says nothing of ${objectKey}`);
  return newest.payload;
}

/** Number of reads of a key by the platform itself. */
export function platformReads(home: TestHome, objectKey: string): number {
  return home.storeRequests.filter(
    (request) =>
      request.operation === 'GetObject' &&
      request.key === objectKey &&
      request.accessKeyId === home.secrets.platformAccessKeyId,
  ).length;
}

/** Waits until a key has been judged more often than the given number. */
export function judgedAgain(
  home: TestHome,
  topicId: string,
  objectKey: string,
  before: number,
): Promise<LedgerRow> {
  return eventually(async () => {
    const rows = (await getLedger(home, topicId)).filter((entry) => entry.objectKey === objectKey);
    const newest = rows.at(-1);
    if (!newest || rows.length <= before) throw new Error(`${objectKey} is not judged again yet`);
    return newest;
  });
}
