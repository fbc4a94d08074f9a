import { createHash } from 'node:crypto';
import {
  objectKey,
  openLedgerPack,
  parseObjectKey,
  sha256Hex,
  type TopicLedgerPack,
  VerificationError,
} from '@agent-home/protocol';
import { and, asc, between, eq, isNotNull } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { notInBucket } from '../../publication/outbox/edition-schedule.ts';
import { adoptObjects, noteListed, raise, toRows } from './adopt-objects.ts';
import type { ListedContainer, ListedObject } from './list-bucket.ts';
import { type CertifiedObject, certifiedObject } from './read-certified.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/** Objects of a topic in the bucket, in packs and single. */
export interface AdoptedTopic {
  /** Objects newer than the rows. */
  news: CertifiedObject[];
  /** The numbers of the entries that packs have. */
  packed: Set<number>;
}

/**
 * Compares a topic's objects in the bucket with the restored rows, packs first. An entry in a pack is used from there, verified as
 * if it had been read at its own key, unless another object is at that key. An archived topic has only its packs. Other entries are
 * read one by one.
 */
export async function adoptTopic(
  platform: RestoringPlatform,
  { id: topicId, objects }: ListedContainer,
): Promise<AdoptedTopic> {
  const isPack = ({ key }: ListedObject) => parseObjectKey(key)?.kind === 'topic_ledger_pack';
  const news = await adoptObjects(platform, objects.filter(isPack));
  const packed = new Set<number>();
  const singly = new Map(objects.filter((object) => !isPack(object)).map((object) => [object.key, object]));
  for (const packKey of await knownPacks(platform, topicId)) {
    const texts = await toTexts(platform, packKey);
    for (const sequence of texts.keys()) packed.add(sequence);
    news.push(...(await adoptTexts(platform, topicId, texts, singly)));
  }
  news.push(...(await adoptObjects(platform, [...singly.values()])));
  return { news, packed };
}

/** Returns the packs that the bucket has or will get back; their rows have been compared with it. */
async function knownPacks({ database }: RestoringPlatform, topicId: string): Promise<string[]> {
  const { publishedObjects: table } = tables;
  const key = (sequence: number) => objectKey('topic_ledger_pack', { topic_id: topicId, sequence });
  const rows = await database
    .select({ key: table.objectKey })
    .from(table)
    .where(and(between(table.objectKey, key(0), key(9_999_999_999)), isNotNull(table.confirmedText)))
    .orderBy(asc(table.objectKey));
  return rows.map((row) => row.key);
}

async function toTexts(
  { database, report }: RestoringPlatform,
  packKey: string,
): Promise<ReadonlyMap<number, string>> {
  const { publishedObjects: table } = tables;
  const [row] = await database
    .select({ text: table.confirmedText })
    .from(table)
    .where(eq(table.objectKey, packKey));
  try {
    // Verified against the schema of its kind when it was read, or certified by this platform.
    return openLedgerPack(JSON.parse(row?.text ?? '') as TopicLedgerPack);
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    report.note(`${packKey}: has not the entries that its numbers say, and none is taken from it`);
    return new Map();
  }
}

/** Uses entries from a pack and removes them from those to be read one by one. Returns the ones newer than the rows. */
async function adoptTexts(
  platform: RestoringPlatform,
  topicId: string,
  texts: ReadonlyMap<number, string>,
  singly: Map<string, ListedObject>,
): Promise<CertifiedObject[]> {
  const taken = [...texts].flatMap(([sequence, text]) => {
    const key = objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
    const listed = singly.get(key);
    return listed && !isTag(listed.etag, text) ? [] : [{ key, text, etag: listed?.etag ?? notInBucket }];
  });
  const known = await toRows(
    platform.database,
    taken.map(({ key }) => key),
  );
  const raised: CertifiedObject[] = [];
  const lying: string[] = [];
  for (const { key, text, etag } of taken) {
    const row = known.get(key);
    const bytes = new TextEncoder().encode(text);
    const isKnown = row?.confirmed != null && row.sha256 === sha256Hex(bytes);
    if (isKnown && row.etag === etag) {
      if (singly.delete(key)) lying.push(key);
      continue;
    }
    const object = certifiedObject(platform, key, { bytes, etag });
    // A pack that is older than the rows is recreated, and one with uncertified text is ignored.
    if (!object || (row?.confirmed ?? 0) > object.version) continue;
    raised.push(object);
    if (singly.delete(key)) lying.push(key);
  }
  await noteListed(platform.database, lying);
  await raise(platform, raised);
  const news = raised.filter(({ objectKey: key, version }) => version > (known.get(key)?.confirmed ?? 0));
  platform.report.count('objects compared', taken.length);
  platform.report.count('objects newer than the backup', news.length);
  return news;
}

/**
 * Returns true if a listing shows these bytes: the tag of an object put in one part is the MD5 of its content.
 * Otherwise, as for encrypted objects, the object is read.
 */
function isTag(etag: string, text: string): boolean {
  return etag.toLowerCase() === createHash('md5').update(text).digest('hex');
}
