import { sql } from 'drizzle-orm';

/**
 * Where somebody begins to follow who begins now, for the columns of `hearingSince`: what was told up to here it does
 * not hear. Exact where whoever tells holds the same lock, as judging holds the topic's.
 */
export const hearingFromNow = {
  transaction: sql`pg_snapshot_xmin(pg_current_snapshot())`,
  event: sql`coalesce(pg_sequence_last_value('feed_events_id_seq'::regclass), 0)`,
};
