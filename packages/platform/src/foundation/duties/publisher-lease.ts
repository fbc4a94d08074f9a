import { tables } from '@agent-home/database';
import { and, eq, sql } from 'drizzle-orm';
import type { Platform } from '../platform/platform.ts';

/** How long a lease lasts: longer than a put usually takes, short enough that another soon follows one that died. */
const leaseSeconds = 5;
/** How long after asking for it a holder can be sure to have the lease, however long the answer took. */
const certainMs = 2_000;

/** The statement that takes the lease of a stream; it answers the stream, or no row where somebody has the lease. */
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

/** Makes a function that tells whether the holder still has the lease, and renews it. It seldom asks the database. */
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

/** Takes the lease, and tells whether that succeeded. A holder that stalls for longer than the lease loses it. */
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
