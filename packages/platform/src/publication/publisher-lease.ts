import { tables } from '@agent-home/database';
import { and, eq, sql } from 'drizzle-orm';
import type { Platform } from '../platform.ts';

/** Longer than a put usually takes, short enough that a publisher that died is hardly missed. */
const leaseSeconds = 5;

/** Whether this publisher now has the stream to itself. A holder that stalled longer than the lease loses it. */
export async function takeLease(platform: Platform, stream: string, holder: string): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`;
  const rows = await platform.database
    .insert(tables.publisherLeases)
    .values({ stream, holder, until })
    .onConflictDoUpdate({
      target: tables.publisherLeases.stream,
      set: { holder, until },
      setWhere: sql`${tables.publisherLeases.until} < now()`,
    })
    .returning({ stream: tables.publisherLeases.stream });
  return rows.length === 1;
}

export async function releaseLease(platform: Platform, stream: string, holder: string): Promise<void> {
  const { publisherLeases } = tables;
  await platform.database
    .delete(publisherLeases)
    .where(and(eq(publisherLeases.stream, stream), eq(publisherLeases.holder, holder)));
}
