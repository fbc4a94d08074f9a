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
 * Answers false for a nonce that was used before, in any process: the request is a replay. True is durable: a
 * crash of the database forgets no nonce that let a request through.
 */
export function openNonceRegister(database: Database): (used: UsedNonce) => Promise<boolean> {
  return gather((together) => registerNonces(database, together));
}

async function registerNonces(database: Database, together: UsedNonce[]): Promise<boolean[]> {
  const { requestNonces } = tables;
  const asked = jsonParameter(together.map(({ keyId, nonce }) => ({ key_id: keyId, nonce })));
  // In one order everywhere: two processes given the same replays must not wait for each other's rows.
  const rows = await database.execute<{ key_id: string; nonce: string }>(
    sql`insert into ${requestNonces} (key_id, nonce, expires_at)
        select key_id, nonce, now() + make_interval(secs => ${nonceLifeSeconds})
        from jsonb_to_recordset(${asked}::jsonb) as asked(key_id text, nonce text)
        order by key_id, nonce
        on conflict do nothing
        returning key_id, nonce`,
  );
  const fresh = new Set(rows.map((row) => placeOf(row.key_id, row.nonce)));
  // The same nonce twice in one statement is one row: the first to ask has it, the other is the replay.
  return together.map(({ keyId, nonce }) => fresh.delete(placeOf(keyId, nonce)));
}

function placeOf(keyId: string, nonce: string): string {
  return JSON.stringify([keyId, nonce]);
}

export async function forgetOldNonces(platform: Platform): Promise<void> {
  await platform.database.delete(tables.requestNonces).where(lt(tables.requestNonces.expiresAt, sql`now()`));
}
