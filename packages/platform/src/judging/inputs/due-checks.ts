import { and, asc, isNull, lt, lte, sql } from 'drizzle-orm';
import { jsonParameter, tables } from '../../database/index.ts';
import { ticketsInOrder } from '../../foundation/concurrency/tickets-in-order.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';

/** Marks tickets whose next check is due, as an event would. The interval to the following check doubles. */
export async function markDueTickets(
  platform: PublishingPlatform,
): Promise<{ keys: string[]; topics: string[]; circles: string[] }> {
  const { tickets } = tables;
  const { sweepFirstSeconds, sweepMaxSeconds, sweepBatch } = platform.config;
  const now = platform.now();
  const due = await platform.database
    .select({ objectKey: tickets.objectKey })
    .from(tickets)
    .where(and(isNull(tickets.closedAt), lte(tickets.sweepAt, now)))
    .orderBy(asc(tickets.sweepAt))
    .limit(sweepBatch);
  if (due.length === 0) return { keys: [], topics: [], circles: [] };
  const keys = due.map((row) => row.objectKey);
  const age = sql`extract(epoch from (${now.toISOString()}::timestamptz - ${tickets.issuedAt}))`;
  const wait = sql`make_interval(secs => least(${sweepMaxSeconds}::float8, greatest(${sweepFirstSeconds}::float8, ${age})))`;
  const rows = await platform.database
    .update(tickets)
    .set({ hintedAt: now, sweepAt: sql`${now.toISOString()}::timestamptz + ${wait}` })
    .where(ticketsInOrder(and(isOne(keys), isNull(tickets.closedAt))))
    .returning({ topicId: tickets.topicId, circleId: tickets.circleId });
  return {
    keys,
    topics: rows.flatMap((row) => row.topicId ?? []),
    circles: rows.flatMap((row) => row.circleId ?? []),
  };
}

/** Makes checks that an outage prevented due again soon. */
export async function scheduleRecheck(platform: PublishingPlatform, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const { tickets } = tables;
  const soon = new Date(platform.now().getTime() + platform.config.sweepFirstSeconds * 1000);
  await platform.database
    .update(tickets)
    .set({ sweepAt: sql`least(${tickets.sweepAt}, ${soon.toISOString()}::timestamptz)` })
    .where(ticketsInOrder(and(isOne(keys), isNull(tickets.closedAt))));
}

/** Closes some tickets of topics that can no longer be judged, since they would be checked forever. */
export async function closeForgottenTickets(platform: PublishingPlatform): Promise<void> {
  const { tickets } = tables;
  const longPast = new Date(platform.now().getTime() - 2 * 3_600_000);
  const isForgotten = and(isNull(tickets.closedAt), lt(tickets.notAfter, longPast));
  const forgotten = await platform.database
    .select({ objectKey: tickets.objectKey })
    .from(tickets)
    .where(isForgotten)
    .orderBy(asc(tickets.notAfter))
    .limit(platform.config.sweepBatch);
  if (forgotten.length === 0) return;
  await platform.database
    .update(tickets)
    .set({ closedAt: platform.now() })
    .where(ticketsInOrder(and(isOne(forgotten.map(({ objectKey }) => objectKey)), isForgotten)));
}

function isOne(keys: string[]) {
  const asked = jsonParameter(keys);
  return sql`${tables.tickets.objectKey} in (select json_array_elements_text(${asked}::json))`;
}
