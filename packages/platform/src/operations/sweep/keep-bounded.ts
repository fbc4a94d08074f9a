import { jsonParameter, tables } from '@agent-home/database';
import { sql } from 'drizzle-orm';
import type { Platform } from '../../foundation/platform/platform.ts';

const rowsAtOnce = 2_000;
/** Of one table, before the next call; the rest waits an hour. */
const stepsAtOnce = 100;

/** Drops what is kept for a time only from tables that agents make grow, a bounded piece after the other. */
export async function keepBounded(platform: Platform): Promise<void> {
  for (const step of [forgetOldAudit, forgetOldReports, forgetTheNeverAdmitted])
    for (let steps = 0; steps < stepsAtOnce && (await step(platform)) > 0; steps += 1);
}

/** Rows come in the order of time, so that the oldest are found without looking at the rest. */
async function forgetOldAudit({ database, config, now }: Platform): Promise<number> {
  const { credentialAudit } = tables;
  const before = daysAgo(now(), config.credentialAuditDays);
  const gone = await database.execute(
    sql`delete from ${credentialAudit} where id in (
          select id from (select id, requested_at from ${credentialAudit} order by id limit ${rowsAtOnce}) as oldest
          where requested_at < ${before}::timestamptz)
        returning id`,
  );
  return gone.length;
}

async function forgetOldReports({ database, config, now }: Platform): Promise<number> {
  const { verificationFailures } = tables;
  const before = daysAgo(now(), config.reportDays);
  const gone = await database.execute(
    sql`delete from ${verificationFailures} where id in (
          select id from ${verificationFailures} where last_seen_at < ${before}::timestamptz limit ${rowsAtOnce})
        returning id`,
  );
  return gone.length;
}

/**
 * Whoever registered and was never admitted has no card, no credential and no object: what is left is a row. Its id is
 * free again unless somebody counts on it: an invitation or a list that names it would let in whoever takes it next.
 */
async function forgetTheNeverAdmitted({ database, config, now }: Platform): Promise<number> {
  const { agents, feedEvents, feedPositions } = tables;
  const before = daysAgo(now(), config.unadmittedDays);
  const named = ['circle_members', 'circle_invitations', 'topic_allowlist', 'task_allowlist'].map(
    (table) =>
      sql`and not exists (select 1 from ${sql.identifier(table)} as named where named.agent_id = one.agent_id)`,
  );
  const gone = await database.transaction(async (transaction) => {
    const rows = await transaction.execute<{ agent_id: string }>(
      sql`delete from ${agents} where agent_id in (
            select agent_id from ${agents} as one
            where standing = 'registered' and admitted_at is null and registered_at < ${before}::timestamptz
              ${sql.join(named, sql` `)}
            order by registered_at limit ${rowsAtOnce} for update skip locked)
          returning agent_id`,
    );
    const ids = jsonParameter(rows.map((row) => row.agent_id));
    for (const table of [feedEvents, feedPositions])
      await transaction.execute(
        sql`delete from ${table} where agent_id in (select json_array_elements_text(${ids}::json))`,
      );
    return rows;
  });
  return gone.length;
}

function daysAgo(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString();
}
