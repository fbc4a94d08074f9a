import { tables } from '@agent-home/database';
import { and, eq, sql } from 'drizzle-orm';
import type { Platform } from '../platform.ts';

/** Longer than a put usually takes, short enough that a publisher that died is hardly missed. */
const leaseSeconds = 5;

/** The statement that takes a free stream; it answers the stream, or no row where somebody has it. */
export function leaseStatement(platform: Platform, stream: string, holder: string) {
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`;
  return platform.database.$with('lease').as(
    platform.database
      .insert(tables.publisherLeases)
      .values({ stream, holder, until })
      .onConflictDoUpdate({
        target: tables.publisherLeases.stream,
        set: { holder, until },
        setWhere: sql`${tables.publisherLeases.until} < now()`,
      })
      .returning({ stream: tables.publisherLeases.stream }),
  );
}

/** Whether this publisher now has the stream to itself. A holder that stalled longer than the lease loses it. */
export async function takeLease(platform: Platform, stream: string, holder: string): Promise<boolean> {
  const lease = leaseStatement(platform, stream, holder);
  const rows = await platform.database.with(lease).select({ stream: lease.stream }).from(lease);
  return rows.length === 1;
}

export async function releaseLease(platform: Platform, stream: string, holder: string): Promise<void> {
  const { publisherLeases } = tables;
  await platform.database
    .delete(publisherLeases)
    .where(and(eq(publisherLeases.stream, stream), eq(publisherLeases.holder, holder)));
}
