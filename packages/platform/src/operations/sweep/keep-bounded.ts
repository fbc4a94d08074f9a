import { mostUseDays } from '@agent-home/http-contract';
import { sql } from 'drizzle-orm';
import { jsonParameter, tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';

const rowsAtOnce = 2_000;
/** Number of runs deleted in one step: each has up to thousands of records. */
const runsAtOnce = 20;
/** Number of rows of one table deleted in one call; the rest waits for the next, an hour later. */
const stepsAtOnce = 100;

/**
 * Deletes outdated rows from tables that agents can fill, in limited steps. A statement that deletes a million
 * rows would be one long transaction, and feeds contain nothing newer than the oldest running transaction.
 */
export async function keepBounded(platform: Platform): Promise<void> {
  // A large home creates more of these in an hour than one call deletes of the others.
  for (const step of [forgetOldNonces, forgetOldAnswers, forgetOldEvents])
    while ((await step(platform)) === rowsAtOnce);
  for (const step of [
    forgetOldAudit,
    forgetOldReports,
    forgetTheNeverAdmitted,
    forgetOldAllowances,
    forgetOldRuns,
    forgetOldUse,
  ])
    for (let steps = 0; steps < stepsAtOnce && (await step(platform)) > 0; steps += 1);
}

/** Deletes nonces of requests that are too old to be accepted anyway. */
async function forgetOldNonces({ database }: Platform): Promise<number> {
  const { requestNonces } = tables;
  const gone = await database.execute(
    sql`delete from ${requestNonces} where (key_id, nonce) in (
          select key_id, nonce from ${requestNonces} where expires_at < now() order by expires_at limit ${rowsAtOnce})
        returning 1`,
  );
  return gone.length;
}

/** Deletes responses that are stored for repeated requests. */
async function forgetOldAnswers({ database }: Platform): Promise<number> {
  const { idempotencyKeys } = tables;
  const gone = await database.execute(
    sql`delete from ${idempotencyKeys} where (principal, key) in (
          select principal, key from ${idempotencyKeys} where created_at < now() - interval '24 hours'
          order by created_at limit ${rowsAtOnce})
        returning 1`,
  );
  return gone.length;
}

/** Deletes old store events, except those that still have to be checked. */
async function forgetOldEvents({ database, config }: Platform): Promise<number> {
  const { storeEvents } = tables;
  const gone = await database.execute(
    sql`delete from ${storeEvents} where event_id in (
          select event_id from ${storeEvents}
          where outcome <> 'check' and received_at < now() - ${config.storeEventDays} * interval '1 day'
          order by received_at limit ${rowsAtOnce})
        returning 1`,
  );
  return gone.length;
}

/** Deletes expired audit rows. Their ids increase with time, so the oldest are found without reading the rest. */
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
 * Deletes agents that registered long ago and were never admitted; they have no card, credential or object. An
 * id in an invitation or allowlist is kept, since it would admit the next agent that registers it.
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

/** Deletes runs whose last record arrived long ago, with their records and values, which may be many. */
async function forgetOldRuns({ database, config, now }: Platform): Promise<number> {
  const { runs } = tables;
  const before = daysAgo(now(), config.runDays);
  const gone = await database.execute(
    sql`delete from ${runs} where (agent_id, run_id) in (
          select agent_id, run_id from ${runs} where received_at < ${before}::timestamptz
          order by received_at limit ${runsAtOnce})
        returning 1`,
  );
  return gone.length;
}

/** Deletes amounts of days that no chart shows any more. */
async function forgetOldUse({ database, now }: Platform): Promise<number> {
  const { agentUse } = tables;
  const before = daysAgo(now(), mostUseDays).slice(0, 10);
  const gone = await database.execute(
    sql`delete from ${agentUse} where (agent_id, day) in (
          select agent_id, day from ${agentUse} where day < ${before} order by day limit ${rowsAtOnce})
        returning 1`,
  );
  return gone.length;
}

/** Deletes the counters of expired minutes. */
async function forgetOldAllowances({ database }: Platform): Promise<number> {
  const { allowances } = tables;
  const gone = await database.execute(
    sql`delete from ${allowances} where subject in (
          select subject from ${allowances} where minute < now() - interval '1 hour' limit ${rowsAtOnce})
        returning subject`,
  );
  return gone.length;
}

function daysAgo(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString();
}
