import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { isOutage } from '../../foundation/resilience/is-outage.ts';
import { deleteAgentObjects } from '../../registry/artifacts/delete-agent-object.ts';

const rowsAtOnce = 25;

/** Inputs of one kind whose tickets closed this many days ago. */
export interface ExpiredInputs {
  purpose: 'message' | 'request' | 'join_request' | 'join_approval';
  /** True if an input was ever judged at the key. */
  judged: boolean;
  days: number;
}

/**
 * Deletes expired objects and then their tickets, in one limited step; for an accepted object only the ticket. The tickets are
 * locked meanwhile, so that no key is issued again while its object is being deleted. This is the only place that calls a store
 * inside a transaction; no other work waits for these rows. After a crash the tickets still exist, and the step is repeated.
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
    // An object that cannot be deleted now is retried later, so that it does not block the oldest ones meanwhile.
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
  // Deciders read a join request and the votes on it, so both stay until it is over, and for the same period again.
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
