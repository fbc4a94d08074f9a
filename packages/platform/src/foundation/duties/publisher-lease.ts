import { tables } from '@agent-home/database';
import { and, eq, sql } from 'drizzle-orm';
import type { Platform } from '../platform/platform.ts';

/** Longer than a put usually takes, short enough that a publisher that died is hardly missed. */
const leaseSeconds = 5;
/** So long after it was taken or renewed nobody else can have it, whatever the way to the database took. */
const certainMs = 2_000;

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

/** Answers whether the stream is still the holder's, and makes it so for another while. Asks seldom. */
export function leaseKeeper(platform: Platform, stream: string, holder: string): () => Promise<boolean> {
  const { publisherLeases: table } = tables;
  const clock = () => platform.now().getTime();
  let since = clock();
  return async () => {
    const age = clock() - since;
    if (age >= 0 && age < certainMs) return true;
    const asked = clock();
    const kept = await platform.database
      .update(table)
      .set({ until: sql`now() + make_interval(secs => ${leaseSeconds})` })
      .where(and(eq(table.stream, stream), eq(table.holder, holder)))
      .returning({ stream: table.stream });
    since = asked;
    return kept.length === 1;
  };
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
