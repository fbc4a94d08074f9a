import type { Meters } from './meters.ts';

/** Gauges of waiting work. Every process of a home measures the same, so take the maximum of them and not the sum. */
export const backlogMetrics = ({ gauge }: Meters) => ({
  outboxPending: gauge('outbox_pending', 'Objects that wait to be published'),
  outboxOldestSeconds: gauge('outbox_oldest_seconds', 'How long the oldest of them waits'),
  ticketsOpen: gauge('tickets_open', 'Keys that may still be judged'),
  ticketsOverdueSeconds: gauge('tickets_overdue_seconds', 'How late the sweep is with its latest look'),
  deadlinesOverdueSeconds: gauge(
    'deadlines_overdue_seconds',
    'How late the oldest deadline is, grace included',
  ),
  feedUnreadOldestSeconds: gauge(
    'feed_unread_oldest_seconds',
    'How far behind the slowest reader of its feed is',
  ),
  deadLetters: gauge('dead_letters', 'What could not be handled and waits for a person', ['kind']),
  clockOffsetSeconds: gauge('clock_offset_seconds', 'This process’s clock less the database’s'),
  databaseUp: gauge('database_up', '1 where PostgreSQL answered the last question'),
});
