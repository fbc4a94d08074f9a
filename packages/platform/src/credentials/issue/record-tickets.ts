import type { KeyPermission } from '@agent-home/access';
import { parseObjectKey } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import type { PlatformConfig } from '../../foundation/settings/config.ts';
import { currentTraceparent } from '../../foundation/telemetry/trace-context.ts';

type NewTicket = typeof tables.tickets.$inferInsert;

/** Returns one ticket for each key that these permissions let an agent write for judging, even if a key is named twice. */
export function collectTickets(
  agentId: string,
  permissions: KeyPermission[],
  now: Date,
  config: PlatformConfig,
): NewTicket[] {
  const sweepAt = new Date(now.getTime() + config.sweepFirstSeconds * 1000);
  const traceparent = currentTraceparent();
  const rows = permissions.flatMap((permission): [string, NewTicket][] => {
    if (!('not_after' in permission)) return [];
    const place = parseObjectKey(permission.key);
    const container =
      place && 'topic_id' in place.parts
        ? { topicId: place.parts.topic_id }
        : { circleId: place && 'circle_id' in place.parts ? place.parts.circle_id : null };
    const ticket = {
      ...container,
      objectKey: permission.key,
      agentId,
      purpose: permission.class,
      notAfter: permission.not_after,
      issuedAt: now,
      sweepAt,
      traceparent,
    };
    return [[permission.key, ticket]];
  });
  return [...new Map(rows).values()];
}

/**
 * Writes tickets before their credential is handed out. A key whose object was rejected before opens again; the ticket records the
 * judged write, so that the old object is not judged twice. Rows are written in the order of their keys, as everywhere, so that
 * simultaneous requests cannot deadlock.
 */
export async function recordTickets(executor: Executor, rows: NewTicket[]): Promise<void> {
  const { tickets } = tables;
  await executor
    .insert(tickets)
    .values(rows.toSorted((one, other) => (one.objectKey < other.objectKey ? -1 : 1)))
    .onConflictDoUpdate({
      target: tickets.objectKey,
      set: {
        notAfter: sql`excluded.not_after`,
        issuedAt: sql`excluded.issued_at`,
        sweepAt: sql`excluded.sweep_at`,
        traceparent: sql`excluded.traceparent`,
        closedAt: null,
      },
      setWhere: sql`${tickets.agentId} = excluded.agent_id`,
    });
}
