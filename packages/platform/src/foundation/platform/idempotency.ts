import { and, eq, isNull, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { PlatformError } from '../errors/platform-error.ts';
import type { Platform } from './platform.ts';

export interface StoredAnswer {
  status: number;
  response: string;
}

const abandonedAfterSeconds = 60;

/**
 * Claims an idempotency key for this request, or returns the response of the earlier request that used it. The same key with a
 * different request is the caller's error. A claim left behind by a crash may be taken over after a minute.
 */
export async function claimIdempotencyKey(
  platform: Platform,
  principal: string,
  key: string,
  requestHash: string,
): Promise<StoredAnswer | undefined> {
  const { idempotencyKeys: table } = tables;
  const abandoned = sql`${table.status} is null and ${table.createdAt} < now() - make_interval(secs => ${abandonedAfterSeconds})`;
  const claimed = await platform.database
    .insert(table)
    .values({ principal, key, requestHash })
    .onConflictDoUpdate({
      target: [table.principal, table.key],
      set: { createdAt: sql`now()` },
      setWhere: sql`${abandoned} and ${table.requestHash} = ${requestHash}`,
    })
    .returning({ key: table.key });
  if (claimed.length === 1) return undefined;
  const [found] = await platform.database
    .select()
    .from(table)
    .where(and(eq(table.principal, principal), eq(table.key, key)));
  if (found && found.requestHash !== requestHash) {
    throw new PlatformError(
      'idempotency_key_reused',
      'the Idempotency-Key was used for a different request; use a new key',
    );
  }
  if (!found || found.status === null) {
    throw new PlatformError(
      'idempotency_key_in_progress',
      'the first request with this Idempotency-Key is still running; retry later',
      {
        retryAfterSeconds: 1,
      },
    );
  }
  return { status: found.status, response: found.response ?? '' };
}

export async function keepAnswer(
  platform: Platform,
  principal: string,
  key: string,
  answer: StoredAnswer,
): Promise<void> {
  const { idempotencyKeys: table } = tables;
  await platform.database
    .update(table)
    .set(answer)
    .where(and(eq(table.principal, principal), eq(table.key, key)));
}

/** Releases the claim after a failure: nothing was done, so the same key may be used again. */
export async function releaseIdempotencyKey(
  platform: Platform,
  principal: string,
  key: string,
): Promise<void> {
  const { idempotencyKeys: table } = tables;
  await platform.database
    .delete(table)
    .where(and(eq(table.principal, principal), eq(table.key, key), isNull(table.status)));
}
