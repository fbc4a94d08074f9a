import type { OfficeHealth } from '@agent-home/http-contract';

interface Measure {
  name: string;
  value: number;
  unit: 's' | '';
  /** Beyond this docs/operations.md says to look. */
  limit?: number;
}

/** What says whether the home is falling behind, each with the bound of its alert (infra/prometheus). */
export function measuresOf(health: OfficeHealth): Measure[] {
  const { outbox, tickets, deadlines, feed, events, dead_letters: letters, breakers } = health;
  return [
    { name: 'outbox_pending', value: outbox.pending, unit: '' },
    { name: 'outbox_age', value: outbox.oldest_seconds, unit: 's', limit: 60 },
    { name: 'event_lag', value: events.lag_seconds?.median ?? 0, unit: 's', limit: 30 },
    { name: 'events_received', value: events.received, unit: '' },
    { name: 'open_tickets', value: tickets.open, unit: '' },
    { name: 'tickets_overdue', value: tickets.overdue_seconds, unit: 's', limit: 600 },
    { name: 'deadline_lateness', value: deadlines.overdue_seconds, unit: 's', limit: 30 },
    { name: 'feed_lag', value: feed.unread_oldest_seconds, unit: 's' },
    {
      name: 'dead_letters',
      value: Object.values(letters).reduce((sum, count) => sum + count, 0),
      unit: '',
      limit: 0,
    },
    { name: 'open_failures', value: health.failures_open, unit: '' },
    { name: 'breaker_store', value: breakers.store ? 1 : 0, unit: '', limit: 0 },
    { name: 'breaker_token_service', value: breakers.token_service ? 1 : 0, unit: '', limit: 0 },
    { name: 'clock_offset', value: Math.abs(health.clock_offset_seconds), unit: 's', limit: 5 },
  ];
}
