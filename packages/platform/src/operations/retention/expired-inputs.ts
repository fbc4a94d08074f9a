import { type Executor, jsonParameter, tables } from '@agent-home/database';
import { sql } from 'drizzle-orm';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { isOutage } from '../../foundation/resilience/is-outage.ts';
import { deleteAgentObjects } from '../../registry/artifacts/delete-agent-object.ts';

const rowsAtOnce = 25;

/** Inputs of one kind whose tickets closed so many days ago. */
export interface ExpiredInputs {
  purpose: 'message' | 'request' | 'join_request' | 'join_approval';
  /** Whether anything was ever judged at the key. */
  judged: boolean;
  days: number;
}

/**
 * One bounded step: the objects go, then their tickets. What was accepted stays in the bucket, and only its ticket
 * goes. The tickets are locked while their objects are deleted, so that a key which is just being given out anew is
 * not deleted under its new writer: the one place where a store is called inside a transaction, on rows that nobody
 * waits for. After a crash the tickets are still there, and so it is done again.
 */
export async function deleteExpiredInputs(
  platform: PublishingPlatform,
  which: ExpiredInputs,
): Promise<number> {
  return platform.database.transaction(async (executor) => {
    const expired = await lockExpired(platform, executor, which);
    if (expired.length === 0) return 0;
    const unwanted = expired.filter((row) => !row.accepted).map((row) => row.object_key);
    const failures = await deleteAgentObjects(platform, unwanted);
    for (const error of failures.values()) if (isOutage(error)) throw error;
    const keys = expired.map((row) => row.object_key).filter((key) => !failures.has(key));
    await executor.execute(
      sql`delete from ${tables.tickets}
          where object_key in (select json_array_elements_text(${jsonParameter(keys)}::json))`,
    );
    // What somebody holds takes no place among the oldest until it is tried again.
    await executor.execute(
      sql`update ${tables.tickets} set closed_at = ${past(platform, which.days)}::timestamptz + interval '1 hour'
          where object_key in (select json_array_elements_text(${jsonParameter([...failures.keys()])}::json))`,
    );
    return expired.length;
  });
}

function past({ now }: PublishingPlatform, days: number): string {
  return new Date(now().getTime() - days * 86_400_000).toISOString();
}

async function lockExpired(
  platform: PublishingPlatform,
  executor: Executor,
  { purpose, judged, days }: ExpiredInputs,
): Promise<{ object_key: string; accepted: boolean }[]> {
  const { tickets, ledgerEntries, circleJoinRequests } = tables;
  const before = past(platform, days);
  const isAboutJoining = judged && (purpose === 'join_request' || purpose === 'join_approval');
  // Whoever decides about a request reads it, and the votes there were: until it is over, and for as long again.
  const isOver = isAboutJoining
    ? sql`and not exists (
          select 1 from ${circleJoinRequests} as about where about.circle_id = ticket.circle_id
            and about.request_id || '.json' = split_part(ticket.object_key, '/', 5)
            and (about.status in ('reserved', 'pending')
              or coalesce(about.decided_at, about.expires_at, about.created_at) >= ${before}::timestamptz))`
    : sql``;
  return executor.execute(
    sql`select ticket.object_key, exists (
          select 1 from ${ledgerEntries} as entry
          where entry.object_key = ticket.object_key and entry.outcome = 'accepted') as accepted
        from ${tickets} as ticket
        where ticket.purpose = ${purpose} and (ticket.judged_fingerprint is null) = ${!judged}
          and ticket.closed_at is not null and ticket.closed_at < ${before}::timestamptz ${isOver}
        order by ticket.closed_at limit ${rowsAtOnce}
        for update of ticket skip locked`,
  );
}
