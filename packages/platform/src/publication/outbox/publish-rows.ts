import { jsonParameter, tables } from '@agent-home/database';
import { eq, sql } from 'drizzle-orm';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { isStoreOutage } from '../../foundation/resilience/is-outage.ts';
import type { Put } from './confirm-puts.ts';
import { deskOf } from './publishing-desk.ts';
import { putRow, type SignedRow } from './put-row.ts';
import type { OutboxRow } from './sign-outbox-row.ts';
import { newestPerKey, signRows } from './sign-rows.ts';

const parallelPuts = 8;

/** What publishing the rows of a stream needs beside the rows. */
interface Publishing {
  platform: PublishingPlatform;
  /** Whether this publisher still has the lease. */
  isHeld(): Promise<boolean>;
  /** Publishes another stream, one that a row of this one waits for. */
  publishOther(stream: string): Promise<void>;
}

/**
 * Signs, puts and confirms the rows of a stream. False where somebody else has taken the lease meanwhile: this
 * publisher then puts nothing more, because OSS cannot refuse an old version that comes after a newer one.
 */
export async function publishRows(publishing: Publishing, rows: OutboxRow[]): Promise<boolean> {
  const { platform } = publishing;
  const { newest, superseded } = newestPerKey(rows);
  const signed = await signRows(platform, newest);
  const confirmed: Put[] = [];
  try {
    return await putInOrder(publishing, signed, confirmed);
  } catch (error) {
    platform.metrics.publishFailures.inc();
    await postpone(platform, rows, isStoreOutage(error));
    throw error;
  } finally {
    if (confirmed.length > 0) await deskOf(platform).confirm({ confirmed, superseded });
  }
}

/** Puts ledger entries first, several at once, and then one after the other the objects that name them. */
async function putInOrder(
  { platform, isHeld, publishOther }: Publishing,
  signed: SignedRow[],
  confirmed: Put[],
): Promise<boolean> {
  const isEntry = ({ row }: SignedRow) => row.objectKey.includes('/ledger/');
  const entries = signed.filter(isEntry);
  for (let start = 0; start < entries.length; start += parallelPuts) {
    if (!(await isHeld())) return false;
    const wave = entries.slice(start, start + parallelPuts);
    confirmed.push(...(await Promise.all(wave.map((item) => putRow(platform, item)))));
  }
  for (const item of signed.filter((item) => !isEntry(item))) {
    await requirePublished(platform, publishOther, item.row.afterKey);
    if (!(await isHeld())) return false;
    confirmed.push(await putRow(platform, item));
  }
  return true;
}

/**
 * Has the object published that this row names. @throws where that fails, so that the row waits for the next attempt
 */
async function requirePublished(
  platform: PublishingPlatform,
  publishOther: Publishing['publishOther'],
  key: string | null,
): Promise<void> {
  if (key === null) return;
  const named = await findPublished(platform, key);
  if (named?.confirmedVersion) return;
  if (named) await publishOther(named.stream);
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

/** Sets when rows are tried again. An outage counts as no attempt, so that rows are put soon after it is over. */
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
