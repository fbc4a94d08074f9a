import { objectKey, openLedgerPack, type TopicLedgerPack } from '@agent-home/protocol';
import { asc, eq, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { packsMissing } from '../../publication/outbox/complete-packs.ts';

export const getPackKey = (topicId: string, sequence: number) =>
  objectKey('topic_ledger_pack', { topic_id: topicId, sequence });

export const getEntryKey = (topicId: string, sequence: number) =>
  objectKey('topic_ledger_entry', { topic_id: topicId, sequence });

/** Returns true if every entry up to this one is in a pack, and the newest version of each pack is in the bucket. */
export async function isPacked(executor: Executor, topicId: string, lastSequence: number): Promise<boolean> {
  const { ledgerPacks, publishedObjects } = tables;
  const packs = await executor
    .select()
    .from(ledgerPacks)
    .where(eq(ledgerPacks.topicId, topicId))
    .orderBy(asc(ledgerPacks.sequence));
  if (packs.some(({ due }) => due) || packsMissing(packs, lastSequence).length > 0) return false;
  const keys = packs.map(({ sequence }) => getPackKey(topicId, sequence));
  const confirmed = await executor
    .select({ key: publishedObjects.objectKey })
    .from(publishedObjects)
    .where(isConfirmedAmong(keys));
  return confirmed.length === packs.length;
}

/**
 * Returns true if a pack equals the objects at the keys of its entries: both in their newest versions, and
 * confirmed. Otherwise none of its objects may be deleted.
 */
export async function isPackOfEntries(
  executor: Executor,
  topicId: string,
  pack: { sequence: number; lastSequence: number },
): Promise<boolean> {
  const { sequence, lastSequence } = pack;
  const count = lastSequence - sequence + 1;
  const packKey = getPackKey(topicId, sequence);
  const entryKeys = Array.from({ length: count }, (_, index) => getEntryKey(topicId, sequence + index));
  const { publishedObjects: table } = tables;
  const rows = await executor
    .select({ key: table.objectKey, text: table.confirmedText })
    .from(table)
    .where(isConfirmedAmong([packKey, ...entryKeys]));
  const texts = new Map(rows.map(({ key, text }) => [key, text]));
  const packText = texts.get(packKey);
  if (!packText) return false;
  // The platform certified this text itself, so it can be parsed as a pack.
  const packed = openLedgerPack(JSON.parse(packText) as TopicLedgerPack);
  return (
    packed.size === count &&
    entryKeys.every((key, index) => {
      const text = texts.get(key);
      return typeof text === 'string' && packed.get(sequence + index) === text;
    })
  );
}

function isConfirmedAmong(keys: readonly string[]) {
  const { publishedObjects: table } = tables;
  return sql`${table.objectKey} in (select json_array_elements_text(${jsonParameter(keys)}::json))
    and ${table.confirmedVersion} = ${table.version} and ${table.confirmedText} is not null`;
}
