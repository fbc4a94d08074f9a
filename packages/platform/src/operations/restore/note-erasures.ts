import { tables } from '@agent-home/database';
import type { TopicLedgerEntry } from '@agent-home/protocol';
import { and, eq } from 'drizzle-orm';
import { forgetLines } from '../../publication/lines/forget-lines.ts';
import type { CertifiedObject } from './read-certified.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/** Erases restored bodies that the bucket no longer has, so that a backup brings back nothing that was erased. */
export async function readOfErasures(
  { database, report }: RestoringPlatform,
  topicId: string,
  adopted: CertifiedObject[],
): Promise<void> {
  const { ledgerEntries } = tables;
  for (const { object } of adopted) {
    // Verified against the schema of its kind when it was read.
    const { kind, sequence, erased } = object as unknown as TopicLedgerEntry;
    if (kind !== 'topic_ledger_entry' || !erased) continue;
    const rows = await database
      .update(ledgerEntries)
      .set({ bodyText: null, eraseDue: false, erasedAt: new Date(erased.at) })
      .where(and(eq(ledgerEntries.topicId, topicId), eq(ledgerEntries.sequence, sequence)))
      .returning({ sequence: ledgerEntries.sequence });
    await forgetLines(database, topicId, [sequence]);
    report.count('bodies erased since', rows.length);
  }
}
