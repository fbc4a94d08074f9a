import type { KeyPermission } from '@agent-home/access';
import { type Executor, tables } from '@agent-home/database';
import { parseObjectKey } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import type { PlatformConfig } from '../../foundation/settings/config.ts';
import { currentTraceparent } from '../../foundation/telemetry/trace-context.ts';

export type NewTicket = typeof tables.tickets.$inferInsert;

/** One ticket for every key that may be judged because of these permissions, however often a request names it. */
export function ticketsOf(
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
 * Before the credential leaves. A key refused before opens again; what was judged of it stays remembered, so that
 * its old object is not judged a second time. In the order of the keys, as everywhere, so that requests at the same
 * time do not wait for each other in a circle.
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
