import { sessionSeconds } from '@agent-home/object-store';
import { and, asc, isNotNull, lte, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { ticketsInOrder } from '../../foundation/concurrency/tickets-in-order.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { deleteInputs } from './delete-inputs.ts';

/** Time after a credential's end in which a slow write may still arrive. */
const slowWriteSeconds = 60;

/**
 * Marks the keys of erased objects. Their authors may hold credentials for them and rewrite the text until the last credential has
 * expired.
 */
export async function guardErasedKeys(
  executor: Executor,
  keys: readonly string[],
  { now, config }: PublishingPlatform,
): Promise<void> {
  if (keys.length === 0) return;
  const { tickets } = tables;
  const firstCheck = new Date(now().getTime() + config.sweepFirstSeconds * 1000);
  await executor
    .update(tickets)
    .set({
      erasedUntil: sql`${tickets.issuedAt} + make_interval(secs => ${sessionSeconds.most + slowWriteSeconds})`,
      sweepAt: firstCheck,
    })
    .where(ticketsInOrder(isOne(keys)));
}

/**
 * Deletes objects that were put at such keys again, some keys at a time, and schedules the next check of each key until no
 * credential for it is left.
 * @throws the store's error if it does not respond
 */
export async function emptyErasedKeys(platform: PublishingPlatform): Promise<void> {
  const { tickets } = tables;
  const { sweepBatch, sweepFirstSeconds, sweepMaxSeconds } = platform.config;
  const now = platform.now();
  const due = await platform.database
    .select({ objectKey: tickets.objectKey })
    .from(tickets)
    .where(and(isNotNull(tickets.erasedUntil), lte(tickets.sweepAt, now)))
    .orderBy(asc(tickets.sweepAt))
    .limit(sweepBatch);
  if (due.length === 0) return;
  const keys = due.map(({ objectKey }) => objectKey);
  await deleteInputs(platform, keys);
  const moment = sql`${now.toISOString()}::timestamptz`;
  const age = sql`extract(epoch from (${moment} - ${tickets.issuedAt}))`;
  const wait = sql`make_interval(secs => least(${sweepMaxSeconds}::float8, greatest(${sweepFirstSeconds}::float8, ${age})))`;
  await platform.database
    .update(tickets)
    .set({
      // An event brings the next check forward, so checks without one may become rare.
      sweepAt: sql`${moment} + ${wait}`,
      erasedUntil: sql`case when ${tickets.erasedUntil} > ${moment} then ${tickets.erasedUntil} end`,
    })
    .where(ticketsInOrder(and(isOne(keys), lte(tickets.sweepAt, now))));
}

function isOne(keys: readonly string[]) {
  return sql`${tables.tickets.objectKey} in (select json_array_elements_text(${jsonParameter(keys)}::json))`;
}
