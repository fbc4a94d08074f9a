import {
  canonicalJson,
  type JsonObject,
  objectKeyTable,
  parseVersionedKey,
  type SchemaEdition,
  versionedKey,
} from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { jsonParameter, tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';

const rowsAtOnce = 50;

/** Enqueues the later schema versions of these objects if they are behind the first. */
export async function enqueueEditions(platform: PublishingPlatform, objectKeys: string[]): Promise<void> {
  for (const edition of platform.editions) {
    const keys = objectKeys.filter((key) => isFirst(edition, key));
    if (keys.length > 0) await enqueueBehind(platform, edition, keys);
  }
}

/**
 * Enqueues every object of a later schema version that is behind its first one, a few at a time: all of them if the version is new,
 * or those left over by a crash. Returns their number.
 */
export async function enqueueBehind(
  platform: PublishingPlatform,
  edition: SchemaEdition,
  among?: string[],
): Promise<number> {
  const { outbox, publishedObjects } = tables;
  const [folder] = objectKeyTable[edition.kind].template.split('{');
  const suffix = `.v${edition.schemaVersion}.json`;
  const isAsked = among
    ? sql`first.object_key in (select json_array_elements_text(${jsonParameter(among)}::json))`
    : sql`first.object_key like ${`${folder}%`}`;
  const behind = await platform.database.execute<{ object_key: string; version: number; text: string }>(
    sql`select first.object_key, first.confirmed_version as version, first.confirmed_text as text
        from ${publishedObjects} as first left join ${publishedObjects} as later
          on later.object_key = regexp_replace(first.object_key, '\\.json$', ${suffix})
        where ${isAsked} and first.confirmed_text is not null and first.object_key !~ '\\.v[0-9]+\\.json$'
          and coalesce(later.version, 0) < first.confirmed_version
        order by first.object_key limit ${among ? among.length : rowsAtOnce}`,
  );
  const rows = behind.filter((row) => isFirst(edition, row.object_key)).map((row) => toRow(edition, row));
  if (rows.length === 0) return 0;
  // The later version takes the version number of the first one, so only one of several processes enqueues it.
  await platform.database.execute(
    sql`with asked as (
          select * from json_to_recordset(${jsonParameter(rows)}::json) as asked(object_key text, version integer, body text)
        ), versioned as (
          insert into ${publishedObjects} as known (object_key, stream, version)
          select object_key, object_key, version from asked order by object_key
          on conflict (object_key) do update set version = excluded.version where known.version < excluded.version
          returning object_key, version
        )
        insert into ${outbox} (stream, object_key, version, body)
        select object_key, object_key, version, body from asked join versioned using (object_key, version)`,
  );
  for (const { object_key: key } of rows) await platform.wake.stream(key);
  return rows.length;
}

function isFirst({ kind }: SchemaEdition, objectKey: string): boolean {
  const place = parseVersionedKey(objectKey);
  return place?.kind === kind && place.schemaVersion === 1;
}

function toRow(
  edition: SchemaEdition,
  { object_key, version, text }: { object_key: string; version: number; text: string },
) {
  const { cert: _, ...body } = JSON.parse(text) as JsonObject;
  return {
    object_key: versionedKey(object_key, edition.schemaVersion),
    version,
    body: canonicalJson(edition.fromFirst(body)),
  };
}
