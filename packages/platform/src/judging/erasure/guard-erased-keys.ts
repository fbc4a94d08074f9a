import { type Executor, jsonParameter, tables } from '@agent-home/database';
import { sessionSeconds } from '@agent-home/object-store';
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { ticketsInOrder } from '../../foundation/pace/tickets-in-order.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { deleteAgentObject } from '../../registry/artifacts/delete-agent-object.ts';

/** Time after a credential's end in which a slow write may still arrive. */
const slowWriteSeconds = 60;

/**
 * Marks the keys of erased objects: their authors may hold credentials for them and put the text there again, until the last
 * credential has ended.
 */
export async function guardErasedKeys(
  executor: Executor,
  keys: readonly string[],
  { now, config }: PublishingPlatform,
): Promise<void> {
  if (keys.length === 0) return;
  const { tickets } = tables;
  const firstLook = new Date(now().getTime() + config.sweepFirstSeconds * 1000);
  const asked = sql`${tickets.objectKey} in (select json_array_elements_text(${jsonParameter(keys)}::json))`;
  await executor
    .update(tickets)
    .set({
      erasedUntil: sql`${tickets.issuedAt} + make_interval(secs => ${sessionSeconds.most + slowWriteSeconds})`,
      sweepAt: firstLook,
    })
    .where(ticketsInOrder(asked));
}

/** Keys of erased objects that are to be emptied again now. */
export async function dueErasedKeys({ database, now, config }: PublishingPlatform): Promise<string[]> {
  const { tickets } = tables;
  const rows = await database
    .select({ objectKey: tickets.objectKey })
    .from(tickets)
    .where(and(isNotNull(tickets.erasedUntil), lte(tickets.sweepAt, now())))
    .orderBy(asc(tickets.sweepAt))
    .limit(config.sweepBatch);
  return rows.map((row) => row.objectKey);
}

/** Deletes an object that was put at a key again, and plans the next look, until no credential for the key is left. */
export async function emptyErasedKey(platform: PublishingPlatform, key: string): Promise<void> {
  const { tickets } = tables;
  const now = platform.now();
  const { sweepFirstSeconds, sweepMaxSeconds } = platform.config;
  const moment = sql`${now.toISOString()}::timestamptz`;
  const age = sql`extract(epoch from (${moment} - ${tickets.issuedAt}))`;
  const wait = sql`make_interval(secs => least(${sweepMaxSeconds}::float8, greatest(${sweepFirstSeconds}::float8, ${age})))`;
  await deleteAgentObject(platform, key);
  await platform.database
    .update(tickets)
    .set({
      // An event brings the next look forward, so the looks without one may become rare.
      sweepAt: sql`${moment} + ${wait}`,
      erasedUntil: sql`case when ${tickets.erasedUntil} > ${moment} then ${tickets.erasedUntil} end`,
    })
    .where(eq(tickets.objectKey, key));
}
