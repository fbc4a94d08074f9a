import { jsonParameter, tables } from '@agent-home/database';
import type { TopicLedgerEntry, TopicLedgerPack } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { markPacksDue } from '../../publication/outbox/ledger-packs.ts';
import type { CertifiedObject } from './read-certified.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/**
 * Writes the rows of packs that came into the bucket after the backup, and has the first worker look at each: at those
 * packs too whose entries were erased since, since the crash may have come between the entry and its pack.
 */
export async function rebuildPacks(
  { database }: RestoringPlatform,
  topicId: string,
  adopted: readonly CertifiedObject[],
): Promise<void> {
  // Verified against the schemas of their kinds when they were read.
  const packs = adopted
    .filter(({ place }) => place.kind === 'topic_ledger_pack')
    .map(({ object }) => object as unknown as TopicLedgerPack);
  const erased = adopted
    .filter(({ place, object }) => place.kind === 'topic_ledger_entry' && object.erased !== undefined)
    .map(({ object }) => (object as unknown as TopicLedgerEntry).sequence);
  if (packs.length > 0) {
    const rows = packs.map(({ sequence, last_sequence }) => ({ sequence, last_sequence }));
    await database.execute(
      sql`insert into ${tables.ledgerPacks} as known (topic_id, sequence, last_sequence, due)
          select ${topicId}, sequence, last_sequence, true
          from json_to_recordset(${jsonParameter(rows)}::json) as found(sequence integer, last_sequence integer)
          on conflict (topic_id, sequence) do update
            set due = true, last_sequence = greatest(known.last_sequence, excluded.last_sequence)`,
    );
  }
  if (erased.length > 0) await markPacksDue(database, topicId, erased);
}
