import { type Database, jsonParameter, tables } from '@agent-home/database';
import { lt, sql } from 'drizzle-orm';
import { gather } from '../pace/gather.ts';
import type { Platform } from './platform.ts';

/** Kept longer than a signed request can be fresh in either direction of a clock's error. */
const nonceLifeSeconds = 300;

interface UsedNonce {
  keyId: string;
  nonce: string;
}

/**
 * Registers the nonce of a request. False where it was used before, in any process: then the request is a replay. True
 * comes after a durable commit, so that a crash of the database forgets no nonce.
 */
export function openNonceRegister(database: Database): (used: UsedNonce) => Promise<boolean> {
  return gather((together) => registerNonces(database, together));
}

async function registerNonces(database: Database, together: UsedNonce[]): Promise<boolean[]> {
  const { requestNonces } = tables;
  const asked = jsonParameter(together.map(({ keyId, nonce }) => ({ key_id: keyId, nonce })));
  // Rows are written in one order, so that two processes with the same nonces cannot deadlock.
  const rows = await database.execute<{ key_id: string; nonce: string }>(
    sql`insert into ${requestNonces} (key_id, nonce, expires_at)
        select key_id, nonce, now() + make_interval(secs => ${nonceLifeSeconds})
        from jsonb_to_recordset(${asked}::jsonb) as asked(key_id text, nonce text)
        order by key_id, nonce
        on conflict do nothing
        returning key_id, nonce`,
  );
  const fresh = new Set(rows.map((row) => placeOf(row.key_id, row.nonce)));
  // A nonce that is twice in one statement makes one row: the first request has it, the second is a replay.
  return together.map(({ keyId, nonce }) => fresh.delete(placeOf(keyId, nonce)));
}

function placeOf(keyId: string, nonce: string): string {
  return JSON.stringify([keyId, nonce]);
}

export async function forgetOldNonces(platform: Platform): Promise<void> {
  await platform.database.delete(tables.requestNonces).where(lt(tables.requestNonces.expiresAt, sql`now()`));
}
