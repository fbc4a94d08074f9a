import { eq, sql } from 'drizzle-orm';
import { jsonParameter, tables } from '../../database/index.ts';
import { acquireLease, leaseKeeper, releaseLease } from '../../foundation/duties/publisher-lease.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { isStoreOutage } from '../../foundation/resilience/is-outage.ts';
import { withCause } from '../../foundation/resilience/store-cause.ts';
import { inSpan } from '../../foundation/telemetry/trace-context.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { batchSize, type OutboxRow, pendingRows } from './claim-rows.ts';
import type { Put } from './confirm-puts.ts';
import { enqueueDuePacks, topicOfPacks } from './ledger-packs.ts';
import { collectBatchers } from './publishing-batchers.ts';
import { putRow } from './put-certified.ts';
import { type SignedRow, signRows } from './signing.ts';

const parallelPuts = 8;

/**
 * Publishes the outbox rows of a stream in order, ledger entries before the state that names them. Each stream has one publisher at
 * a time. After a crash at any point the next call resumes: signed bytes are stored before they are put, and rows are deleted only
 * once they are in the bucket (openspec: publication).
 */
export function publishStream(platform: PublishingPlatform, stream: string): Promise<void> {
  return withCause('publish', async () => {
    const packed = topicOfPacks(stream);
    if (packed !== undefined) await enqueueDuePacks(platform, packed);
    const holder = randomId('publisher', platform.randomBytes);
    const isHeld = leaseKeeper(platform, stream, holder);
    const batchers = collectBatchers(platform);
    let rows = await batchers.claim({ stream, holder });
    if (!rows) return;
    try {
      while (rows.length > 0) {
        const work: OutboxRow[] = rows;
        const attributes = { 'agent_home.stream': stream, 'agent_home.objects': work.length };
        const isDone = await inSpan('publish stream', { attributes }, () =>
          publishRows(platform, work, isHeld),
        );
        rows = isDone && work.length === batchSize ? await pendingRows(platform, stream) : [];
      }
    } finally {
      await batchers.release({ stream, holder });
    }
    await publishLeft(platform, stream);
  });
}

/** Runs `work` with the lease of a stream; returns false without running it if another publisher has the lease. */
export async function withStream(
  platform: PublishingPlatform,
  stream: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const holder = randomId('publisher', platform.randomBytes);
  if (!(await acquireLease(platform, stream, holder))) return false;
  try {
    await work();
  } finally {
    await releaseLease(platform, stream, holder);
  }
  await publishLeft(platform, stream);
  return true;
}

/**
 * Publishes the remaining rows. Runs after the lease was released, because a transaction that committed rows in between found the
 * lease held and left them to its holder.
 */
async function publishLeft(platform: PublishingPlatform, stream: string): Promise<void> {
  if (await collectBatchers(platform).owes(stream)) await publishStream(platform, stream);
}

/**
 * Signs, puts and confirms the rows of a stream: ledger entries first, in parallel, then one by one the objects that name them.
 * Returns false if another publisher has acquired the lease meanwhile: this one then puts no more, because OSS cannot reject an old
 * version that arrives after a newer one.
 */
async function publishRows(
  platform: PublishingPlatform,
  rows: OutboxRow[],
  isHeld: () => Promise<boolean>,
): Promise<boolean> {
  const { newest, superseded } = newestPerKey(rows);
  const signed = await signRows(platform, newest);
  const isEntry = ({ row }: SignedRow) => row.objectKey.includes('/ledger/');
  const entries = signed.filter(isEntry);
  const confirmed: Put[] = [];
  try {
    for (let start = 0; start < entries.length; start += parallelPuts) {
      if (!(await isHeld())) return false;
      const group = entries.slice(start, start + parallelPuts);
      confirmed.push(...(await Promise.all(group.map((item) => putRow(platform, item)))));
    }
    for (const item of signed.filter((item) => !isEntry(item))) {
      await requirePublished(platform, item.row.afterKey);
      if (!(await isHeld())) return false;
      confirmed.push(await putRow(platform, item));
    }
    return true;
  } catch (error) {
    platform.metrics.publishFailures.inc();
    await postpone(platform, rows, isStoreOutage(error));
    throw error;
  } finally {
    if (confirmed.length > 0) await collectBatchers(platform).confirm({ confirmed, superseded });
  }
}

/** Picks each key's newest version. Older ones need no put, because readers accept skipped versions. */
function newestPerKey(rows: OutboxRow[]): { newest: OutboxRow[]; superseded: OutboxRow[] } {
  const last = new Map(rows.map((row) => [row.objectKey, row]));
  const newest = rows.filter((row) => last.get(row.objectKey) === row);
  return { newest, superseded: rows.filter((row) => last.get(row.objectKey) !== row) };
}

/**
 * Publishes the object that a row names.
 * @throws if that fails, so that the row waits for the next attempt
 */
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

/** Sets the time of the next attempt. An outage does not count as an attempt, so that rows are put soon after it ends. */
async function postpone(platform: PublishingPlatform, rows: OutboxRow[], isOutage: boolean): Promise<void> {
  const { outbox } = tables;
  const counted = {
    attempts: sql`${outbox.attempts} + 1`,
    retryAt: sql`now() + make_interval(secs => least(60, power(2, ${outbox.attempts})))`,
  };
  await platform.database
    .update(outbox)
    .set(isOutage ? { retryAt: sql`now() + interval '2 seconds'` } : counted)
    .where(
      sql`${outbox.id} in (select json_array_elements_text(${jsonParameter(rows.map((row) => row.id))}::json)::bigint)`,
    );
}
