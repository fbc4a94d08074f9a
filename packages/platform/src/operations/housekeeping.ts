import { tables } from '@agent-home/database';
import { and, lt, ne, sql } from 'drizzle-orm';
import type { Platform } from '../platform.ts';
import { forgetOldAnswers } from '../shared/idempotency.ts';
import { forgetOldNonces } from '../shared/request-nonces.ts';

/** Drops rows that nothing can need any more, so that no table grows with time alone. */
export async function keepHouse(platform: Platform): Promise<void> {
  await forgetOldNonces(platform);
  await forgetOldAnswers(platform);
  const { storeEvents, feedEvents } = tables;
  await platform.database
    .delete(feedEvents)
    .where(lt(feedEvents.occurredAt, sql`now() - interval '30 days'`));
  await platform.database
    .delete(storeEvents)
    .where(and(ne(storeEvents.outcome, 'check'), lt(storeEvents.receivedAt, sql`now() - interval '7 days'`)));
}
