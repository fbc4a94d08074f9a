import { type SQL, sql } from 'drizzle-orm';
import { type Database, jsonParameter, tables } from '../../database/index.ts';
import { createBatcher } from '../concurrency/batcher.ts';
import { PlatformError } from '../errors/platform-error.ts';

/** Longer than a signed request can stay fresh, whichever way its clock deviates. */
const nonceLifeSeconds = 300;

/** Identity of a signed request. */
export interface UsedNonce {
  keyId: string;
  nonce: string;
}

/** Marks a nonce as used. Resolves to true if it was unused. */
export type UseNonce = (used: UsedNonce) => Promise<boolean>;

/**
 * Registers the nonce of a request. Returns false if any process has used it before: the request is then a replay. True is returned
 * after a durable commit, so that a crash of the database forgets no nonce.
 */
export function createNonceRegister(database: Database): UseNonce {
  return createBatcher((together) => registerNonces(database, together));
}

/** Thrown for a replayed request. */
export class NonceUsedError extends PlatformError {
  constructor() {
    super('signature_replayed', 'the nonce was used before; sign each request with a new one');
  }
}

async function registerNonces(database: Database, together: UsedNonce[]): Promise<boolean[]> {
  const rows = await database.execute<NonceRow>(insertNonces(together));
  const takeFresh = freshAmong(rows);
  return together.map(takeFresh);
}

interface NonceRow extends Record<string, unknown> {
  key_id: string;
  nonce: string;
}

/** Returns a statement, or a part of one, that inserts these nonces and returns the unused ones. */
export function insertNonces(together: UsedNonce[]): SQL {
  const { requestNonces } = tables;
  const asked = jsonParameter(together.map(({ keyId, nonce }) => ({ key_id: keyId, nonce })));
  // Rows are written in one order, so that two processes with the same nonces cannot deadlock.
  return sql`insert into ${requestNonces} (key_id, nonce, expires_at)
        select key_id, nonce, now() + make_interval(secs => ${nonceLifeSeconds})
        from jsonb_to_recordset(${asked}::jsonb) as asked(key_id text, nonce text)
        order by key_id, nonce
        on conflict do nothing
        returning key_id, nonce`;
}

/**
 * Returns a predicate that is true once for each fresh nonce. A nonce that occurs twice in one statement makes
 * one row: the first request gets it, the second one is a replay.
 */
export function freshAmong(rows: Iterable<NonceRow>): (used: UsedNonce) => boolean {
  const fresh = new Set(Array.from(rows, (row) => placeOf(row.key_id, row.nonce)));
  return ({ keyId, nonce }) => fresh.delete(placeOf(keyId, nonce));
}

function placeOf(keyId: string, nonce: string): string {
  return JSON.stringify([keyId, nonce]);
}
