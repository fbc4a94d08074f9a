import { tables } from '@agent-home/database';
import { sha256Hex } from '@agent-home/protocol';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PublishingPlatform } from '../platform.ts';
import { randomId } from '../shared/random-id.ts';
import { traitsOf } from '../shared/store-traits.ts';
import { releaseLease, takeLease } from './publisher-lease.ts';
import { putCertified, putCertifiedBound } from './put-certified.ts';
import { type OutboxRow, signOutboxRow } from './sign-outbox-row.ts';

const batchSize = 200;
const parallelPuts = 8;

/**
 * Puts what a stream owes the bucket, in order: one publisher a stream, ledger entries before the state that
 * names them. A crash anywhere is caught up by the next call: signed bytes are kept before they are put, rows go
 * away only when the bucket has them (openspec: publication).
 */
export async function publishStream(platform: PublishingPlatform, stream: string): Promise<void> {
  await withStream(platform, stream, async () => {
    for (
      let rows = await pendingRows(platform, stream);
      rows.length > 0;
      rows = await pendingRows(platform, stream)
    ) {
      await publishRows(platform, rows);
    }
  });
}

/**
 * Runs `work` with a stream to itself; false where somebody else has it. Whoever committed rows meanwhile has found
 * the lease taken and left them to its holder: so it looks again once the lease is free.
 */
export async function withStream(
  platform: PublishingPlatform,
  stream: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const holder = randomId('publisher', platform.randomBytes);
  if (!(await takeLease(platform, stream, holder))) return false;
  try {
    await work();
  } finally {
    await releaseLease(platform, stream, holder);
  }
  if ((await pendingRows(platform, stream)).length > 0) await publishStream(platform, stream);
  return true;
}

async function pendingRows(platform: PublishingPlatform, stream: string): Promise<OutboxRow[]> {
  const { outbox } = tables;
  return platform.database
    .select()
    .from(outbox)
    .where(eq(outbox.stream, stream))
    .orderBy(asc(outbox.id))
    .limit(batchSize);
}

async function publishRows(platform: PublishingPlatform, rows: OutboxRow[]): Promise<void> {
  const { newest, superseded } = newestPerKey(rows);
  const signed = newest.map((row) => ({ row, text: signOutboxRow(platform, row) }));
  await keepSignatures(platform, signed);
  const isEntry = ({ row }: (typeof signed)[number]) => row.objectKey.includes('/ledger/');
  const confirmed: Put[] = [];
  try {
    const entries = signed.filter(isEntry);
    for (let start = 0; start < entries.length; start += parallelPuts) {
      const wave = entries.slice(start, start + parallelPuts);
      confirmed.push(...(await Promise.all(wave.map((item) => put(platform, item)))));
    }
    for (const item of signed.filter((item) => !isEntry(item))) confirmed.push(await put(platform, item));
  } catch (error) {
    platform.metrics.publishFailures.inc();
    await postpone(platform, rows);
    throw error;
  } finally {
    await confirm(platform, confirmed, superseded);
  }
}

/** Only a key's newest version is worth a put; readers accept a jump in versions, never a step back. */
function newestPerKey(rows: OutboxRow[]): { newest: OutboxRow[]; superseded: OutboxRow[] } {
  const last = new Map(rows.map((row) => [row.objectKey, row]));
  const newest = rows.filter((row) => last.get(row.objectKey) === row);
  return { newest, superseded: rows.filter((row) => last.get(row.objectKey) !== row) };
}

async function keepSignatures(
  platform: PublishingPlatform,
  signed: { row: OutboxRow; text: string }[],
): Promise<void> {
  const { outbox } = tables;
  const fresh = signed.filter(({ row }) => row.signedText === null);
  if (fresh.length === 0) return;
  const values = sql.join(
    fresh.map(({ row, text }) => sql`(${row.id}::bigint, ${text}::text)`),
    sql`, `,
  );
  await platform.database.execute(
    sql`update ${outbox} set signed_text = signed.text from (values ${values}) as signed(id, text)
        where ${outbox.id} = signed.id and ${isNull(outbox.signedText)}`,
  );
}

interface Put {
  row: OutboxRow;
  text: string;
  /** Absent where another publisher has put a newer version meanwhile. */
  etag?: string;
}

async function put(
  platform: PublishingPlatform,
  { row, text }: { row: OutboxRow; text: string },
): Promise<Put> {
  const { store, config } = platform;
  if (!traitsOf(config.store).bindsPuts) {
    return { row, text, ...(await putCertified(store, row.objectKey, text)) };
  }
  const before = await confirmedVersion(platform, row.objectKey);
  const isOvertaken = async () =>
    ((await confirmedVersion(platform, row.objectKey))?.version ?? 0) > row.version;
  const expected = { etag: before?.etag ?? null, isOvertaken };
  return { row, text, ...(await putCertifiedBound(store, row.objectKey, text, expected)) };
}

async function confirmedVersion(platform: PublishingPlatform, objectKey: string) {
  const { publishedObjects } = tables;
  const [row] = await platform.database
    .select({ version: publishedObjects.confirmedVersion, etag: publishedObjects.confirmedEtag })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, objectKey));
  return row;
}

async function confirm(
  platform: PublishingPlatform,
  confirmed: Put[],
  superseded: OutboxRow[],
): Promise<void> {
  if (confirmed.length === 0) return;
  const { outbox, publishedObjects } = tables;
  const putKeys = new Set(confirmed.map(({ row }) => row.objectKey));
  const done = [
    ...confirmed.map(({ row }) => row),
    ...superseded.filter((row) => putKeys.has(row.objectKey)),
  ];
  await platform.database.transaction(async (transaction) => {
    for (const { row, text, etag } of confirmed) {
      if (etag === undefined) continue;
      await transaction
        .update(publishedObjects)
        .set({
          confirmedVersion: row.version,
          confirmedSha256: sha256Hex(new TextEncoder().encode(text)),
          confirmedEtag: etag,
          confirmedText: text,
          confirmedAt: platform.now(),
        })
        .where(
          and(
            eq(publishedObjects.objectKey, row.objectKey),
            sql`coalesce(${publishedObjects.confirmedVersion}, 0) <= ${row.version}`,
          ),
        );
    }
    await transaction.delete(outbox).where(
      inArray(
        outbox.id,
        done.map((row) => row.id),
      ),
    );
  });
  platform.metrics.objectsPublished.inc(confirmed.length);
  await healOvertaken(platform, confirmed);
}

/**
 * A publisher that stalled in the middle of a put has put an old version over a newer one of whoever took over:
 * it looks once more after its own confirmation and asks for a check.
 */
async function healOvertaken(platform: PublishingPlatform, confirmed: { row: OutboxRow }[]): Promise<void> {
  const { publishedObjects } = tables;
  const keys = confirmed.map(({ row }) => row.objectKey);
  const rows = await platform.database
    .select({ objectKey: publishedObjects.objectKey, confirmedVersion: publishedObjects.confirmedVersion })
    .from(publishedObjects)
    .where(inArray(publishedObjects.objectKey, keys));
  const putVersion = new Map(confirmed.map(({ row }) => [row.objectKey, row.version]));
  for (const row of rows) {
    if ((row.confirmedVersion ?? 0) > (putVersion.get(row.objectKey) ?? 0))
      await platform.wake.check(row.objectKey);
  }
}

async function postpone(platform: PublishingPlatform, rows: OutboxRow[]): Promise<void> {
  const { outbox } = tables;
  await platform.database
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      retryAt: sql`now() + make_interval(secs => least(60, power(2, ${outbox.attempts})))`,
    })
    .where(
      inArray(
        outbox.id,
        rows.map((row) => row.id),
      ),
    );
}
