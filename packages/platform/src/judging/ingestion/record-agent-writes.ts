import { sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { asynchronousCommitPart } from '../../foundation/platform/asynchronous-commit.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { noticeColumn } from '../../foundation/wake/notices.ts';
import { type EventOutcome, eventColumns, eventsParameter, type StoreEvent } from './store-event.ts';

interface AgentWrite {
  outcome: EventOutcome;
  wakes: Wakes | undefined;
  /** The trace of the request for credentials that led to this write. */
  traceparent: string | null;
}

/** Container whose worker must be notified. */
export type Wakes = { topicId: string } | { circleId: string };

/**
 * Stores events about agents' objects and marks the open tickets of their keys. Only a ticket's first event notifies a worker,
 * which also finds later ones and checks again, so a flood of events makes one job. A write after the key was judged is counted and
 * never read. If notices are enabled (`foundation/wake/notices.ts`), the statement has sent them. Uses asynchronous commit: the
 * sweep finds forgotten events by the open ticket.
 */
export async function recordAgentWrites(
  { database, config, now, wake }: Platform,
  events: StoreEvent[],
): Promise<AgentWrite[]> {
  const { tickets, storeEvents } = tables;
  const heardAt = now().toISOString();
  // The wake-up may be lost or its worker may meet an outage, so the sweep checks soon, regardless of the ticket's age.
  const patience = sql`${heardAt}::timestamptz + make_interval(secs => ${config.sweepFirstSeconds}::float8)`;
  const wakes = sql`(outcome = 'hint' and hinted_at is null)`;
  const places = { topicId: sql`topic_id`, circleId: sql`circle_id` };
  const notice = noticeColumn(wake.channel, { when: wakes, ...places });
  const rows = await database.execute<{
    event_id: string;
    outcome: EventOutcome;
    wakes: boolean;
    topic_id: string | null;
    circle_id: string | null;
    traceparent: string | null;
  }>(
    sql`with ${asynchronousCommitPart}, event as (
          select distinct on (event_id) event.* from json_to_recordset(${eventsParameter(events)}::json) as ${eventColumns}
            cross join asynchronous_commit
        ), ticket as (
          select object_key, agent_id, topic_id, circle_id, closed_at, hinted_at, traceparent from ${tickets}
          where object_key in (select object_key from event) order by object_key for update
        ), remembered as (
          insert into ${storeEvents} (event_id, object_key, event_type, etag, occurred_at, outcome)
          select event_id, object_key, event_type, etag, occurred_at,
            case when agent_id is null then 'no_ticket' when closed_at is null then 'hint' else 'closed_ticket' end
          from event left join ticket using (object_key)
          on conflict do nothing
          returning event_id, object_key, outcome
        ), looked as (
          update ${tickets} as noted
          set hinted_at = case when count.hints > 0 then ${heardAt}::timestamptz else noted.hinted_at end,
            sweep_at = case when noted.erased_until is not null then ${heardAt}::timestamptz
              when count.hints > 0 then least(noted.sweep_at, ${patience}) else noted.sweep_at end,
            later_writes = noted.later_writes + count.later
          from (
            select object_key, count(*) filter (where outcome = 'hint') as hints,
              count(*) filter (where outcome = 'closed_ticket') as later
            from remembered group by object_key
          ) as count
          where noted.object_key = count.object_key
        )
        select event_id, outcome, ${wakes} as wakes, topic_id, circle_id, traceparent, ${notice} as notified
        from remembered left join ticket using (object_key)`,
  );
  const found = new Map(rows.map((row) => [row.event_id, row]));
  return events.map(({ eventId }) => {
    const row = found.get(eventId);
    if (!row) return { outcome: 'duplicate', wakes: undefined, traceparent: null };
    const { outcome, topic_id: topicId, circle_id: circleId, traceparent } = row;
    if (!row.wakes) return { outcome, wakes: undefined, traceparent };
    const wakes = topicId !== null ? { topicId } : circleId !== null ? { circleId } : undefined;
    return { outcome, wakes, traceparent };
  });
}
