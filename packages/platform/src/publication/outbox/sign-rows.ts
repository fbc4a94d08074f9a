import { jsonParameter, tables } from '@agent-home/database';
import { isNull, sql } from 'drizzle-orm';
import { openPace } from '../../foundation/pace/open-pace.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import type { SignedRow } from './put-row.ts';
import { type OutboxRow, signOutboxRow } from './sign-outbox-row.ts';

/** Picks each key's newest version: older ones need no put, since readers accept that versions are skipped. */
export function newestPerKey(rows: OutboxRow[]): { newest: OutboxRow[]; superseded: OutboxRow[] } {
  const last = new Map(rows.map((row) => [row.objectKey, row]));
  const newest = rows.filter((row) => last.get(row.objectKey) === row);
  return { newest, superseded: rows.filter((row) => last.get(row.objectKey) !== row) };
}

/**
 * Signs rows and keeps their signatures, before anything is put: a retry after a crash puts the same bytes, so that
 * readers never see one version with two contents.
 */
export async function signRows(platform: PublishingPlatform, rows: OutboxRow[]): Promise<SignedRow[]> {
  const signed: SignedRow[] = [];
  const pace = openPace();
  for (const row of rows) {
    await pace();
    signed.push({ row, text: signOutboxRow(platform, row) });
  }
  await keepSignatures(platform, signed);
  return signed;
}

async function keepSignatures(platform: PublishingPlatform, signed: SignedRow[]): Promise<void> {
  const { outbox } = tables;
  const fresh = signed.filter(({ row }) => row.signedText === null);
  if (fresh.length === 0) return;
  const asked = jsonParameter(fresh.map(({ row, text }) => ({ id: row.id, text })));
  await platform.database.execute(
    sql`update ${outbox} set signed_text = signed.text
        from json_to_recordset(${asked}::json) as signed(id bigint, text text)
        where ${outbox.id} = signed.id and ${isNull(outbox.signedText)}`,
  );
}
