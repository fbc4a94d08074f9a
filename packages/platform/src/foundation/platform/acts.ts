import { canonicalJson, cleanText, sha256Hex } from '@agent-home/protocol';
import { desc, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { retryRolledBack } from '../resilience/retry-rolled-back.ts';
import type { Platform } from './platform.ts';

type ActRow = typeof tables.adminActs.$inferSelect;

/** `previous` of the first act. */
const noHash = '0'.repeat(64);

/** Serializes writers of the chain until they commit. */
const chainLock = 7_301_104_155;

/** Returns the hash of an act over all its columns and the previous hash. */
export function actHash({ hash: _, at, ...row }: ActRow): string {
  return sha256Hex(new TextEncoder().encode(canonicalJson({ ...row, at: at.toISOString() })));
}

/**
 * Appends the action of this request to the audit log, in the transaction of the action. Call it last: the chain is locked until
 * the commit. Does nothing without an action, as in the home's own work.
 */
export async function recordAct(
  transaction: Executor,
  { act, now }: Pick<Platform, 'act' | 'now'>,
  target = act?.target,
): Promise<void> {
  if (act === undefined || target === undefined) return;
  const { adminActs } = tables;
  await transaction.execute(sql`select pg_advisory_xact_lock(${chainLock})`);
  const [last] = await transaction
    .select({ sequence: adminActs.sequence, hash: adminActs.hash })
    .from(adminActs)
    .orderBy(desc(adminActs.sequence))
    .limit(1);
  const row = {
    sequence: (last?.sequence ?? 0) + 1,
    at: now(),
    actorKind: act.actor.kind,
    actorId: act.actor.id,
    actorRole: act.actor.role,
    action: act.action,
    target,
    reason: act.reason === undefined ? null : cleanText(act.reason),
    details: canonicalJson(act.details ?? {}),
    previous: last?.hash ?? noHash,
  };
  await transaction.insert(adminActs).values({ ...row, hash: actHash({ ...row, hash: '' }) });
}

/**
 * Runs `work` in a transaction that ends with the act of this request. A deadlock is retried: agents may request
 * credentials at any rate, and an administrator's action must not fail because of them.
 */
export function actTransaction<Result>(
  platform: Platform,
  work: (transaction: Executor) => Promise<Result>,
  target?: string,
): Promise<Result> {
  return retryRolledBack(() =>
    platform.database.transaction(async (transaction) => {
      const result = await work(transaction);
      await recordAct(transaction, platform, target);
      return result;
    }),
  );
}
