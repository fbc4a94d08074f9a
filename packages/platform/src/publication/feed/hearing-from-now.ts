import { sql } from 'drizzle-orm';

/**
 * Position for `hearingSince` of a new follower, which receives no earlier event. Exact if the writer of events
 * holds the same lock, as judging holds the topic's.
 */
export const hearingFromNow = {
  transaction: sql`pg_snapshot_xmin(pg_current_snapshot())`,
  event: sql`coalesce(pg_sequence_last_value('feed_events_id_seq'::regclass), 0)`,
};
