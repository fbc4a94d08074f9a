import { jsonParameter, tables } from '@agent-home/database';
import { asc, eq, isNull, sql } from 'drizzle-orm';
import {
  leaseKeeper,
  leaseStatement,
  releaseLease,
  takeLease,
} from '../../foundation/duties/publisher-lease.ts';
import { openPace } from '../../foundation/pace/open-pace.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { isStoreOutage } from '../../foundation/resilience/is-outage.ts';
import { withCause } from '../../foundation/resilience/store-cause.ts';
import { traitsOf } from '../../foundation/settings/store-traits.ts';
import { inSpan } from '../../foundation/telemetry/trace-context.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { confirm, type Put } from './confirm-puts.ts';
import { putCertified, putCertifiedBound } from './put-certified.ts';
import { type OutboxRow, outboxFields, signOutboxRow } from './sign-outbox-row.ts';

const batchSize = 200;
const parallelPuts = 8;

/**
 * Puts what a stream owes the bucket, in order: one publisher a stream, ledger entries before the state that
 * names them. A crash anywhere is caught up by the next call: signed bytes are kept before they are put, rows go
 * away only when the bucket has them (openspec: publication).
 */
export function publishStream(platform: PublishingPlatform, stream: string): Promise<void> {
  return withCause('publish', () => publishClaimed(platform, stream));
}

async function publishClaimed(platform: PublishingPlatform, stream: string): Promise<void> {
  const holder = randomId('publisher', platform.randomBytes);
  const isHeld = leaseKeeper(platform, stream, holder);
  let rows = await claimStream(platform, stream, holder);
  if (!rows) return;
  try {
    while (rows.length > 0) {
      const work: OutboxRow[] = rows;
      const attributes: Record<string, string | number> = {
        'agent_home.stream': stream,
        'agent_home.objects': rows.length,
      };
      const isDone: boolean = await inSpan('publish stream', { attributes }, () =>
        publishRows(platform, work, isHeld),
      );
      rows = isDone && rows.length === batchSize ? await pendingRows(platform, stream) : [];
    }
  } finally {
    await releaseLease(platform, stream, holder);
  }
  await publishLeft(platform, stream);
}

/** Runs `work` with a stream to itself; false where somebody else has it. */
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
  await publishLeft(platform, stream);
  return true;
}

/**
 * Whoever committed rows meanwhile has found the lease taken and left them to its holder: so it looks again once the
 * lease is free.
 */
async function publishLeft(platform: PublishingPlatform, stream: string): Promise<void> {
  const { outbox } = tables;
  const [left] = await platform.database
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(outbox.stream, stream))
    .limit(1);
  if (left) await publishStream(platform, stream);
}

async function pendingRows(platform: PublishingPlatform, stream: string): Promise<OutboxRow[]> {
  const { outbox } = tables;
  return platform.database
    .select(outboxFields)
    .from(outbox)
    .where(eq(outbox.stream, stream))
    .orderBy(asc(outbox.id))
    .limit(batchSize);
}

/** The lease and what there is to publish, in one statement; undefined where somebody else has the stream. */
async function claimStream(
  platform: PublishingPlatform,
  stream: string,
  holder: string,
): Promise<OutboxRow[] | undefined> {
  const { outbox } = tables;
  const lease = leaseStatement(platform, stream, holder);
  const rows = await platform.database
    .with(lease)
    .select({ stream: lease.stream, row: outboxFields })
    .from(lease)
    .leftJoin(outbox, eq(outbox.stream, lease.stream))
    .orderBy(asc(outbox.id))
    .limit(batchSize);
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ row }) => (row ? [row] : []));
}

/**
 * False where somebody else has taken the stream meanwhile: OSS cannot refuse an old version that comes after a newer
 * one, so whoever was slow puts nothing more.
 */
async function publishRows(
  platform: PublishingPlatform,
  rows: OutboxRow[],
  isHeld: () => Promise<boolean>,
): Promise<boolean> {
  const { newest, superseded } = newestPerKey(rows);
  const signed: { row: OutboxRow; text: string }[] = [];
  const pace = openPace();
  for (const row of newest) {
    await pace();
    signed.push({ row, text: signOutboxRow(platform, row) });
  }
  await keepSignatures(platform, signed);
  const isEntry = ({ row }: (typeof signed)[number]) => row.objectKey.includes('/ledger/');
  const confirmed: Put[] = [];
  try {
    const entries = signed.filter(isEntry);
    for (let start = 0; start < entries.length; start += parallelPuts) {
      if (!(await isHeld())) return false;
      const wave = entries.slice(start, start + parallelPuts);
      confirmed.push(...(await Promise.all(wave.map((item) => put(platform, item)))));
    }
    for (const item of signed.filter((item) => !isEntry(item))) {
      await requirePublished(platform, item.row.afterKey);
      if (!(await isHeld())) return false;
      confirmed.push(await put(platform, item));
    }
  } catch (error) {
    platform.metrics.publishFailures.inc();
    await postpone(platform, rows, isStoreOutage(error));
    throw error;
  } finally {
    await confirm(platform, confirmed, superseded);
  }
  return true;
}

/** What a row names comes first. @throws where it is not there yet: the row waits for the next attempt */
async function requirePublished(platform: PublishingPlatform, key: string | null): Promise<void> {
  if (key === null) return;
  const named = await findPublished(platform, key);
  if (named?.confirmedVersion) return;
  if (named) await publishStream(platform, named.stream);
  if (!(await findPublished(platform, key))?.confirmedVersion)
    throw new Error(`${key} is not in the bucket yet, and something waits for it`);
}

async function findPublished(platform: PublishingPlatform, objectKey: string) {
  const { publishedObjects } = tables;
  const [row] = await platform.database
    .select({ stream: publishedObjects.stream, confirmedVersion: publishedObjects.confirmedVersion })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, objectKey));
  return row;
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
  const asked = jsonParameter(fresh.map(({ row, text }) => ({ id: row.id, text })));
  await platform.database.execute(
    sql`update ${outbox} set signed_text = signed.text
        from json_to_recordset(${asked}::json) as signed(id bigint, text text)
        where ${outbox.id} = signed.id and ${isNull(outbox.signedText)}`,
  );
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

/** An outage costs no attempt: what waited for the store is put soon after it is back. */
async function postpone(platform: PublishingPlatform, rows: OutboxRow[], isHeld: boolean): Promise<void> {
  const { outbox } = tables;
  const counted = {
    attempts: sql`${outbox.attempts} + 1`,
    retryAt: sql`now() + make_interval(secs => least(60, power(2, ${outbox.attempts})))`,
  };
  await platform.database
    .update(outbox)
    .set(isHeld ? { retryAt: sql`now() + interval '2 seconds'` } : counted)
    .where(
      sql`${outbox.id} in (select json_array_elements_text(${jsonParameter(rows.map((row) => row.id))}::json)::bigint)`,
    );
}
