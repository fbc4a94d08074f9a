import { count, isNull, min, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { failureKinds } from '../../foundation/platform/record-failure.ts';
import { failedRunsOfFailing } from '../../registry/health/failing-agents.ts';
import { countDeadLetters } from '../failures/list-dead-letters.ts';

const freshMs = 5_000;

/**
 * Updates the gauges of waiting work when they are read, so that they also cover a home without workers.
 * Measures at most once in a few seconds, for any number of readers.
 */
export function createBacklogMeter(platform: Platform): () => Promise<void> {
  let asOf = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  return async () => {
    if (performance.now() - asOf < freshMs) return;
    running ??= measure(platform).finally(() => {
      running = undefined;
      asOf = performance.now();
    });
    await running;
  };
}

async function measure(platform: Platform): Promise<void> {
  const { backlog } = platform.metrics;
  try {
    await readBacklog(platform);
    backlog.databaseUp.set(1);
  } catch (error) {
    backlog.databaseUp.set(0);
    platform.log.warn({ err: error }, 'what waits could not be measured');
  }
}

async function readBacklog(platform: Platform): Promise<void> {
  const { database, config } = platform;
  const { backlog } = platform.metrics;
  const { outbox, tickets, topicDeadlines } = tables;
  const now = platform.now();
  const open = isNull(tickets.closedAt);
  const [[owed], [waiting], [deadline], [clock], dead, unread, runs] = await Promise.all([
    database.select({ pending: count(), oldest: min(outbox.createdAt) }).from(outbox),
    database
      .select({ open: count(), nextLook: min(tickets.sweepAt) })
      .from(tickets)
      .where(open),
    database.select({ oldest: min(topicDeadlines.dueAt) }).from(topicDeadlines),
    database.execute<{ now: string }>(sql`select clock_timestamp()::text as now`),
    countDeadLetters(platform),
    oldestUnread(platform),
    measureRuns(platform),
  ]);
  const databaseNow = new Date(clock?.now ?? 0);
  const late = (moment: Date | null | undefined, from: Date) =>
    moment ? Math.max(0, (from.getTime() - moment.getTime()) / 1000) : 0;
  backlog.outboxPending.set(owed?.pending ?? 0);
  // Outbox rows have timestamps of the database's clock, so their age is measured by the same clock.
  backlog.outboxOldestSeconds.set(late(owed?.oldest, databaseNow));
  backlog.ticketsOpen.set(waiting?.open ?? 0);
  backlog.ticketsOverdueSeconds.set(late(waiting?.nextLook, now));
  const grace = config.deadlineGraceSeconds;
  backlog.deadlinesOverdueSeconds.set(Math.max(0, late(deadline?.oldest, now) - grace));
  backlog.feedUnreadOldestSeconds.set(late(unread, now));
  backlog.runsWaiting.set(runs.waiting);
  backlog.approvalsPending.set(runs.approvals);
  backlog.approvalsOldestSeconds.set(late(runs.oldestApproval, now));
  backlog.agentsFailing.set(runs.failing);
  backlog.clockOffsetSeconds.set((now.getTime() - databaseNow.getTime()) / 1000);
  for (const kind of [...failureKinds, 'publication' as const])
    backlog.deadLetters.set({ kind }, dead[kind] ?? 0);
}

/** Counts runs and calls that wait for a person, and failing agents. */
async function measureRuns({ database, now }: Platform) {
  const { agentHealth, agents, runApprovals, runs } = tables;
  const [row] = await database.execute<{
    waiting: number;
    approvals: number;
    oldest: string | null;
    failing: number;
  }>(
    sql`select
          (select count(*)::integer from ${runs} where state = 'waiting') as waiting,
          pending.count as approvals, pending.oldest,
          (select count(*)::integer from ${agentHealth} as health join ${agents} as agent using (agent_id)
            where health.failed_runs >= ${failedRunsOfFailing} and agent.standing = 'admitted') as failing
        from (select count(*)::integer as count, min(requested_at)::text as oldest from ${runApprovals}
              where state = 'pending' and expires_at > ${now().toISOString()}::timestamptz) as pending`,
  );
  const { waiting = 0, approvals = 0, oldest, failing = 0 } = row ?? {};
  return { waiting, approvals, oldestApproval: oldest ? new Date(oldest) : undefined, failing };
}

/**
 * Returns the time of the oldest event that an agent has not consumed. Counts events for one agent, and only agents that have read
 * their feed within a day, because an absent agent does not indicate a problem. Reads at most two thousand of them, oldest first.
 */
async function oldestUnread({ database, now }: Platform): Promise<Date | undefined> {
  const { feedEvents, feedPositions } = tables;
  const since = new Date(now().getTime() - 86_400_000).toISOString();
  const rows = await database.execute<{ oldest: string | null }>(
    sql`select min(next.occurred_at)::text as oldest
        from (select agent_id, transaction, event_id from ${feedPositions}
              where moved_on >= (${since}::timestamptz at time zone 'UTC')::date and moved_at > ${since}::timestamptz
              order by moved_on limit 2000) as reader
        cross join lateral (
          select occurred_at from ${feedEvents} as event
          where event.agent_id = reader.agent_id and (event.transaction, event.id) > (reader.transaction, reader.event_id)
          order by event.transaction, event.id limit 1
        ) as next`,
  );
  const oldest = rows[0]?.oldest;
  return oldest ? new Date(oldest) : undefined;
}
