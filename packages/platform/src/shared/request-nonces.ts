import { tables } from '@agent-home/database';
import { lt, sql } from 'drizzle-orm';
import type { Platform } from '../platform.ts';

/** Kept longer than a signed request can be fresh in either direction of a clock's error. */
const nonceLifeSeconds = 300;

/** False when this nonce was used before, in any process: the request is a replay. */
export async function useNonce(platform: Platform, keyId: string, nonce: string): Promise<boolean> {
  const { requestNonces } = tables;
  const rows = await platform.database
    .insert(requestNonces)
    .values({ keyId, nonce, expiresAt: sql`now() + make_interval(secs => ${nonceLifeSeconds})` })
    .onConflictDoNothing()
    .returning({ nonce: requestNonces.nonce });
  return rows.length === 1;
}

export async function forgetOldNonces(platform: Platform): Promise<void> {
  await platform.database.delete(tables.requestNonces).where(lt(tables.requestNonces.expiresAt, sql`now()`));
}
