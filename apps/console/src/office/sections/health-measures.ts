import type { OfficeHealth } from '@agent-home/http-contract';

export interface Measure {
  name: string;
  value: number;
  unit: 'seconds' | 'count' | 'yes-no';
  /** Limit above which docs/operations.md recommends a check. */
  limit?: number;
}

type Measured = Omit<OfficeHealth, 'versions'>;

/** Measures that show if the home is falling behind, each with the limit of its alert (infra/prometheus). */
export function getMeasures(health: Measured): Measure[] {
  const { outbox, tickets, deadlines, feed, events, dead_letters: letters, breakers } = health;
  return [
    { name: 'outbox_age', value: outbox.oldest_seconds, unit: 'seconds', limit: 60 },
    { name: 'deadline_lateness', value: deadlines.overdue_seconds, unit: 'seconds', limit: 30 },
    { name: 'event_lag', value: events.lag_seconds?.median ?? 0, unit: 'seconds', limit: 30 },
    { name: 'tickets_overdue', value: tickets.overdue_seconds, unit: 'seconds', limit: 600 },
    {
      name: 'dead_letters',
      value: Object.values(letters).reduce((sum, count) => sum + count, 0),
      unit: 'count',
      limit: 0,
    },
    { name: 'breaker_store', value: breakers.store ? 1 : 0, unit: 'yes-no', limit: 0 },
    { name: 'breaker_token_service', value: breakers.token_service ? 1 : 0, unit: 'yes-no', limit: 0 },
    { name: 'clock_offset', value: Math.abs(health.clock_offset_seconds), unit: 'seconds', limit: 5 },
    { name: 'residents_failing', value: health.residents.length, unit: 'count', limit: 0 },
    { name: 'outbox_pending', value: outbox.pending, unit: 'count' },
    { name: 'open_tickets', value: tickets.open, unit: 'count' },
    { name: 'feed_lag', value: feed.unread_oldest_seconds, unit: 'seconds' },
    { name: 'open_failures', value: health.failures_open, unit: 'count' },
    { name: 'events_received', value: events.received, unit: 'count' },
  ];
}

/** A measure without a limit is always well. */
export const isWell = ({ value, limit }: Measure): boolean => limit === undefined || value <= limit;
