import { tables } from '@agent-home/database';
import { asc, eq } from 'drizzle-orm';
import { eventually } from './eventually.ts';
import type { TestHome } from './start-home.ts';

export type LedgerRow = typeof tables.ledgerEntries.$inferSelect;

export function ledgerOf(home: TestHome, topicId: string): Promise<LedgerRow[]> {
  const { ledgerEntries } = tables;
  return home.open.platform.database
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.topicId, topicId))
    .orderBy(asc(ledgerEntries.sequence));
}

/** Waits until what was put at a key has been judged. */
export function judged(
  home: TestHome,
  topicId: string,
  objectKey: string,
  withinMs?: number,
): Promise<LedgerRow> {
  return eventually(async () => {
    const row = (await ledgerOf(home, topicId)).find((entry) => entry.objectKey === objectKey);
    if (!row) throw new Error(`${objectKey} is not judged yet`);
    return row;
  }, withinMs);
}

/** Waits until the bucket holds what the database says, and nothing is owed to it. */
export function published(home: TestHome): Promise<void> {
  return eventually(async () => {
    const owed = await home.open.platform.database.$count(tables.outbox);
    if (owed > 0) throw new Error(`${owed} objects wait to be published`);
  });
}
