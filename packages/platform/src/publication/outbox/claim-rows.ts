import { tables } from '@agent-home/database';
import { asc, eq } from 'drizzle-orm';
import { leaseStatement } from '../../foundation/duties/publisher-lease.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { type OutboxRow, outboxFields } from './sign-outbox-row.ts';

/** How many rows are published at once. */
export const batchSize = 200;

/** What a stream owes the bucket, oldest first. */
export async function pendingRows(platform: PublishingPlatform, stream: string): Promise<OutboxRow[]> {
  const { outbox } = tables;
  return platform.database
    .select(outboxFields)
    .from(outbox)
    .where(eq(outbox.stream, stream))
    .orderBy(asc(outbox.id))
    .limit(batchSize);
}

/** Takes the lease of a stream and reads its rows in one statement; undefined where somebody else has the lease. */
export async function claimStream(
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
