import type { OfficeHealth } from '@agent-home/http-contract';
import { count, isNull, sql } from 'drizzle-orm';
import type { Gauge } from 'prom-client';
import { migrationState, tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { listFailingAgents } from '../../registry/health/failing-agents.ts';
import { countDeadLetters } from '../failures/list-dead-letters.ts';
import { createBacklogMeter } from './measure-backlog.ts';

/** Creates a reader of the home's health, which uses the same metrics as `/metrics`. */
export function createHealthReader(platform: Platform): () => Promise<OfficeHealth> {
  const measureBacklog = createBacklogMeter(platform);
  return async () => {
    const { database, metrics, now } = platform;
    const { failures } = tables;
    const [, dead, [open], events, migrations, [server], failing] = await Promise.all([
      measureBacklog(),
      countDeadLetters(platform),
      database.select({ open: count() }).from(failures).where(isNull(failures.settledAt)),
      eventLag(platform),
      migrationState(database),
      database.execute<{ version: string }>(sql`select current_setting('server_version') as version`),
      listFailingAgents(database),
    ]);
    const { backlog } = metrics;
    const [pending, oldest, tickets, overdue, deadlines, unread, offset] = await Promise.all(
      [
        backlog.outboxPending,
        backlog.outboxOldestSeconds,
        backlog.ticketsOpen,
        backlog.ticketsOverdueSeconds,
        backlog.deadlinesOverdueSeconds,
        backlog.feedUnreadOldestSeconds,
        backlog.clockOffsetSeconds,
      ].map((gauge) => reading(gauge)),
    );
    return {
      measured_at: now().toISOString(),
      versions: {
        node: process.version,
        postgresql: server?.version ?? '',
        migrations: { known: migrations.known, applied: migrations.applied, current: migrations.isCurrent },
      },
      outbox: { pending: pending ?? 0, oldest_seconds: oldest ?? 0 },
      tickets: { open: tickets ?? 0, overdue_seconds: overdue ?? 0 },
      deadlines: { overdue_seconds: deadlines ?? 0 },
      feed: { unread_oldest_seconds: unread ?? 0 },
      events,
      dead_letters: Object.fromEntries(Object.entries(dead).filter(([, waiting]) => waiting > 0)),
      failures_open: open?.open ?? 0,
      breakers: {
        store: (await reading(metrics.breakerOpen, { service: 'store' })) === 1,
        token_service: (await reading(metrics.breakerOpen, { service: 'token_service' })) === 1,
      },
      clock_offset_seconds: offset ?? 0,
      failing_agents: failing,
      residents: [...(platform.residentTroubles ?? [])].map(([agent_id, { runId, code, message }]) => ({
        agent_id,
        run_id: runId,
        code,
        message,
      })),
    };
  };
}

async function reading(
  gauge: Gauge<string>,
  labels: Record<string, string> = {},
): Promise<number | undefined> {
  const { values } = await gauge.get();
  return values.find((each) => Object.entries(labels).every(([name, value]) => each.labels[name] === value))
    ?.value;
}

async function eventLag({ database }: Platform): Promise<OfficeHealth['events']> {
  const { storeEvents } = tables;
  const [row] = await database.execute<{
    received: number;
    last: string | null;
    median: number | null;
    highest: number | null;
  }>(
    sql`select count(*)::integer as received,
          to_char(max(received_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last,
          percentile_cont(0.5) within group (order by lag)::float as median, max(lag)::float as highest
        from (select received_at, greatest(0, extract(epoch from received_at - occurred_at)) as lag
              from ${storeEvents} where received_at > now() - interval '1 hour') as recent`,
  );
  const { received = 0, last, median, highest } = row ?? {};
  return {
    received,
    ...(last == null ? {} : { last_received_at: last }),
    ...(median == null || highest == null ? {} : { lag_seconds: { median, highest } }),
  };
}
