import { objectKeyTable, type ParsedObjectKey, parseVersionedKey } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import pMap from 'p-map';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { storeConcurrency } from '../../foundation/concurrency/store-concurrency.ts';
import { notInBucket } from '../../publication/outbox/edition-schedule.ts';
import { circleStream, topicStream } from '../../publication/outbox/enqueue-object.ts';
import { packStream } from '../../publication/outbox/ledger-packs.ts';
import type { ListedObject } from './list-bucket.ts';
import { type CertifiedObject, readCertified } from './read-certified.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

const together = 1_000;

/**
 * Compares the platform's objects in the bucket with the restored rows. A newer object was certified after the
 * backup and may have been read, so the row takes over its version and bytes, and the home continues with
 * higher versions. An older or foreign object is corrected by the first worker. Returns the newer ones.
 */
export async function adoptObjects(
  platform: RestoringPlatform,
  listed: readonly ListedObject[],
): Promise<CertifiedObject[]> {
  const own = listed.filter(({ key }) => isPlatformKey(key));
  const adopted: CertifiedObject[] = [];
  for (let start = 0; start < own.length; start += together)
    adopted.push(...(await adoptPage(platform, own.slice(start, start + together))));
  return adopted;
}

async function adoptPage(platform: RestoringPlatform, page: ListedObject[]): Promise<CertifiedObject[]> {
  const known = await knownObjects(platform, page);
  platform.report.count('objects compared', page.length);
  const differing = page.filter(({ key, etag }) => known.get(key)?.etag !== etag);
  const found = await pMap(differing, ({ key }) => readCertified(platform, key), storeConcurrency);
  const newer: CertifiedObject[] = [];
  const wrong: string[] = [];
  for (const [index, object] of found.entries()) {
    const key = differing[index]?.key ?? '';
    const row = known.get(key);
    const isNewer = object && object.version > (row?.confirmed ?? 0);
    const isSame = object && object.version === row?.confirmed && object.sha256 === row.sha256;
    if (isNewer || isSame) newer.push(object);
    else if (row?.confirmed) wrong.push(key);
    else {
      platform.report.count('objects refused');
      platform.report.note(`${key}: not certified by this home, and not believed`);
    }
  }
  await raise(platform, newer);
  await orderChecks(platform, wrong);
  // An object of a later schema version has the same content as the first one, so it is not used.
  const isNews = ({ objectKey, place, version }: CertifiedObject) =>
    place.schemaVersion === 1 && version > (known.get(objectKey)?.confirmed ?? 0);
  const news = newer.filter(isNews);
  platform.report.count('objects newer than the backup', news.length);
  return news;
}

function isPlatformKey(key: string): boolean {
  const place = parseVersionedKey(key);
  return place !== undefined && objectKeyTable[place.kind].owner === 'platform';
}

interface KnownObject {
  confirmed: number | null;
  etag: string | null;
  sha256: string | null;
}

/** Records which keys the bucket has, and returns the rows about them. */
async function knownObjects(
  { database }: RestoringPlatform,
  page: ListedObject[],
): Promise<Map<string, KnownObject>> {
  const names = page.map(({ key }) => key);
  await noteListed(database, names);
  return toRows(database, names);
}

/** Records that the bucket has these keys. */
export async function noteListed(executor: Executor, keys: readonly string[]): Promise<void> {
  await executor.execute(
    sql`insert into unfinished_restore select json_array_elements_text(${jsonParameter(keys)}::json) on conflict do nothing`,
  );
}

/** Returns the rows of these keys. */
export async function toRows(
  database: Executor,
  names: readonly string[],
): Promise<Map<string, KnownObject>> {
  const keys = jsonParameter(names);
  const { publishedObjects } = tables;
  const rows = await database
    .select({
      key: publishedObjects.objectKey,
      confirmed: publishedObjects.confirmedVersion,
      etag: publishedObjects.confirmedEtag,
      sha256: publishedObjects.confirmedSha256,
    })
    .from(publishedObjects)
    .where(sql`${publishedObjects.objectKey} in (select json_array_elements_text(${keys}::json))`);
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/** Raises rows to the versions in the bucket, and drops outbox rows that these make obsolete. */
export async function raise({ database }: RestoringPlatform, objects: CertifiedObject[]): Promise<void> {
  if (objects.length === 0) return;
  const { outbox, publishedObjects } = tables;
  const asked = jsonParameter(
    objects.map(({ objectKey, place, version, sha256, text, etag, issuedAt }) => ({
      object_key: objectKey,
      stream: getStream(objectKey, place),
      version,
      sha256,
      text,
      etag,
      issued_at: issuedAt.toISOString(),
    })),
  );
  await database.execute(
    sql`with found as (
          select * from json_to_recordset(${asked}::json) as found(object_key text, stream text, version integer,
            sha256 text, text text, etag text, issued_at timestamptz)
        ), raised as (
          insert into ${publishedObjects} as known (object_key, stream, version, confirmed_version,
            confirmed_sha256, confirmed_etag, confirmed_text, confirmed_at)
          select object_key, stream, version, version, sha256, etag, text, issued_at from found
          on conflict (object_key) do update set version = greatest(known.version, excluded.version),
            confirmed_version = excluded.confirmed_version, confirmed_sha256 = excluded.confirmed_sha256,
            confirmed_etag = excluded.confirmed_etag, confirmed_text = excluded.confirmed_text,
            confirmed_at = excluded.confirmed_at
        )
        delete from ${outbox} as owed using found
        where owed.object_key = found.object_key and owed.version <= found.version`,
  );
}

/** Returns the outbox stream of an object, named after its place of publication. */
function getStream(objectKey: string, { kind, parts }: ParsedObjectKey): string {
  if (kind === 'topic_ledger_pack' && 'topic_id' in parts) return packStream(parts.topic_id);
  if (kind.startsWith('topic_') && 'topic_id' in parts) return topicStream(parts.topic_id);
  if (kind.startsWith('circle_') && 'circle_id' in parts) return circleStream(parts.circle_id);
  return objectKey;
}

/** Schedules a check in which a worker compares these keys with the database and restores the certified bytes. */
export async function orderChecks(
  { database, now, report }: RestoringPlatform,
  keys: string[],
): Promise<void> {
  if (keys.length === 0) return;
  const at = now();
  await database
    .insert(tables.storeEvents)
    .values(
      keys.map((objectKey) => ({
        eventId: `restore/${at.getTime()}/${objectKey}`,
        objectKey,
        eventType: 'Restore',
        occurredAt: at,
        outcome: 'check' as const,
      })),
    )
    .onConflictDoNothing();
  report.count('objects to be put back', keys.length);
}

/** Schedules a check of objects that are in the bucket according to the rows, but in no listing. */
export async function checkWhatIsGone(platform: RestoringPlatform): Promise<void> {
  const rows = await platform.database.execute<{ object_key: string }>(
    sql`select object_key from ${tables.publishedObjects} where confirmed_version is not null
        and confirmed_etag is distinct from ${notInBucket} and not exists (select 1 from unfinished_restore as listed
          where listed.object_key = ${tables.publishedObjects.objectKey})`,
  );
  for (let start = 0; start < rows.length; start += together)
    await orderChecks(
      platform,
      rows.slice(start, start + together).map((row) => row.object_key),
    );
}
