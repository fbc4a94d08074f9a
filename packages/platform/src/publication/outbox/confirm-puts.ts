import { parseObjectKey, sha256Hex } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { jsonParameter, tables } from '../../database/index.ts';
import { asynchronousCommitPart } from '../../foundation/platform/asynchronous-commit.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { retryRolledBack } from '../../foundation/resilience/retry-rolled-back.ts';
import { cardColumns } from './card-columns.ts';
import type { OutboxRow } from './claim-rows.ts';
import { enqueueEditions } from './enqueue-editions.ts';
import { packStream, touchesPack } from './ledger-packs.ts';
import { publishedChannel } from './published-channel.ts';

/** A notification is limited to 8,000 bytes, and a key with its version to 250. */
const keysInOneNotification = 30;

export interface Put {
  row: OutboxRow;
  text: string;
  /** Absent where another publisher has put a newer version meanwhile. */
  etag?: string;
}

/** Puts of a stream's publisher, and the older versions that they supersede. */
export interface Confirmation {
  confirmed: readonly Put[];
  superseded: readonly OutboxRow[];
}

/**
 * Records that versions are in the bucket: they become the confirmed ones, their outbox rows are deleted, and events about these
 * bytes are settled. A publisher that stalled during a put may have overwritten a newer version of its successor: its late
 * confirmation is rejected, and the key is checked. One statement, so that it is one commit for all puts of a process. Its parts,
 * in order:
 * 1. `put`: the puts, as rows;
 * 2. `updated`: the object's version, tag and bytes become the confirmed ones, unless a newer version is;
 * 3. `gone`: the outbox rows of these puts are deleted, with superseded ones;
 * 4. `answered`: events about these very bytes, matched by their tag, were our own write;
 * 5. `kept`: an agent card is stored in the card's history;
 * 6. `findable`: its agent is found by it;
 * 7. `gone_for_good`, `forgotten`: for a withdrawn card, the search row and the history of its agent are deleted;
 * 8. `told`: listeners are notified of the keys, with at most `keysInOneNotification` in a notification.
 * The statement returns the keys that `updated` did not change, which are then checked against the bucket. Uses asynchronous
 * commit. If the database forgets it in a crash, the same bytes are put again, since they were stored before the put, and confirmed
 * then.
 */
export async function confirmAll(
  platform: PublishingPlatform,
  confirmations: readonly Confirmation[],
): Promise<void> {
  const confirmed = confirmations.flatMap((confirmation) => confirmation.confirmed);
  const superseded = confirmations.flatMap((confirmation) => confirmation.superseded);
  if (confirmed.length === 0) return;
  const { cardHistory, certifiedCards, outbox, publishedObjects, storeEvents } = tables;
  const putKeys = new Set(confirmed.map(({ row }) => row.objectKey));
  const done = [
    ...confirmed.map(({ row }) => row.id),
    ...superseded.filter((row) => putKeys.has(row.objectKey)).map((row) => row.id),
  ];
  const asked = jsonParameter(
    confirmed.map(({ row, text, etag }) => ({
      object_key: row.objectKey,
      version: row.version,
      sha256: sha256Hex(new TextEncoder().encode(text)),
      etag: etag ?? null,
      text,
      ...cardColumns(row.objectKey, text),
    })),
  );
  const statement = sql`with ${asynchronousCommitPart}, put as (
          select put.* from json_to_recordset(${asked}::json)
            as put(object_key text, version integer, sha256 text, etag text, text text, card_of text,
              card_version integer, card_name text, card_withdrawn boolean, card_tags json) cross join asynchronous_commit
        ), updated as (
          update ${publishedObjects} as known
          set confirmed_version = put.version, confirmed_sha256 = put.sha256, confirmed_etag = put.etag,
            confirmed_text = put.text, confirmed_at = ${platform.now().toISOString()}::timestamptz
          from put
          where known.object_key = put.object_key and put.etag is not null
            and coalesce(known.confirmed_version, 0) <= put.version
          returning known.object_key, put.version
        ), gone as (
          delete from ${outbox} where ${outbox.id} in (select json_array_elements_text(${jsonParameter(done)}::json)::bigint)
        ), answered as (
          update ${storeEvents} as told set outcome = 'own_write'
          from put where told.object_key = put.object_key and told.outcome = 'check' and told.etag = put.etag
        ), kept as (
          insert into ${cardHistory} as kept (agent_id, card_version, version, name, text, published_at)
          select card_of, card_version, put.version, card_name, text, ${platform.now().toISOString()}::timestamptz
          from put join updated using (object_key) where not card_withdrawn
          on conflict (agent_id, card_version) do update
            set version = excluded.version, name = excluded.name, text = excluded.text
        ), findable as (
          insert into ${certifiedCards} as found (agent_id, card_version, version, updated_at, tags)
          select card_of, card_version, put.version, ${platform.now().toISOString()}::timestamptz,
            array(select json_array_elements_text(card_tags))
          from put join updated using (object_key) where not card_withdrawn
          on conflict (agent_id) do update set card_version = excluded.card_version, version = excluded.version,
            updated_at = excluded.updated_at, tags = excluded.tags
        ), gone_for_good as (
          delete from ${certifiedCards} as found using put where found.agent_id = put.card_of and card_withdrawn
        ), forgotten as (
          delete from ${cardHistory} as kept using put where kept.agent_id = put.card_of and card_withdrawn
        ), told as (
          select pg_notify(${publishedChannel}, string_agg(object_key || ' ' || version, E'\\n')) as nothing
          from (select *, row_number() over () / ${keysInOneNotification} as part from updated) as parts group by part
        )
        select count(*)::integer as told, coalesce((select json_agg(object_key) from put
          where object_key not in (select object_key from updated))::text, '[]') as overtaken from told`;
  // Rows of many streams are locked in no fixed order, so two statements may deadlock.
  const [answer] = await retryRolledBack(() => platform.database.execute<{ overtaken: string }>(statement));
  platform.metrics.objectsPublished.inc(confirmed.length);
  await enqueueEditions(platform, [...putKeys]);
  for (const stream of packStreamsTouched(confirmed)) await platform.wake.stream(stream);
  for (const key of JSON.parse(answer?.overtaken ?? '[]') as string[]) await platform.wake.check(key);
}

/** Returns the streams of packs that these puts complete or change, because their entries are in the bucket now. */
function packStreamsTouched(confirmed: Put[]): Set<string> {
  return new Set(
    confirmed.flatMap(({ row }) => {
      const place = parseObjectKey(row.objectKey);
      if (place?.kind !== 'topic_ledger_entry') return [];
      const { topic_id: topicId, sequence } = place.parts;
      return touchesPack({ sequence, version: row.version }) ? [packStream(topicId)] : [];
    }),
  );
}
