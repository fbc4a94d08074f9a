import { lt, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { pruneFeed } from '../../reading/feed/prune-feed.ts';
import { keepBounded } from './keep-bounded.ts';

/** Deletes rows that are no longer needed, so that no table grows with time alone. */
export async function keepHouse(platform: Platform): Promise<void> {
  await pruneFeed(platform);
  await keepBounded(platform);
  const { failures } = tables;
  const kept = sql`now() - ${platform.config.storeEventDays} * interval '1 day'`;
  await platform.database.delete(failures).where(lt(failures.settledAt, kept));
}
