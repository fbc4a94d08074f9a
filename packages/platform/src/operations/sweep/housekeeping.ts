import { tables } from '@agent-home/database';
import { and, lt, ne, sql } from 'drizzle-orm';
import { forgetOldAnswers } from '../../foundation/platform/idempotency.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { forgetOldNonces } from '../../foundation/platform/request-nonces.ts';
import { pruneFeed } from '../../reading/feed/prune-feed.ts';
import { keepBounded } from './keep-bounded.ts';

/** Drops rows that nothing can need any more, so that no table grows with time alone. */
export async function keepHouse(platform: Platform): Promise<void> {
  await forgetOldNonces(platform);
  await forgetOldAnswers(platform);
  await pruneFeed(platform);
  await keepBounded(platform);
  const { failures, storeEvents } = tables;
  const kept = sql`now() - ${platform.config.storeEventDays} * interval '1 day'`;
  await platform.database.delete(failures).where(lt(failures.settledAt, kept));
  await platform.database
    .delete(storeEvents)
    .where(and(ne(storeEvents.outcome, 'check'), lt(storeEvents.receivedAt, kept)));
}
