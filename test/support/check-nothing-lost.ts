import { tables } from '@agent-home/platform/database';
import type { AgentHome } from '@agent-home/sdk';
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { KillableHome } from './killable-home.ts';

export interface SpokenLine {
  topicId: string;
  text: string;
}

/**
 * Runs a check of a home that has settled. A later sweep finds a write whose event was lost in a kill, so a ledger can still grow
 * during the check. In that case the result is discarded and the check runs again.
 */
export async function checkAtRest(home: KillableHome, check: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const entries = await countEntries(home);
    await settle(home);
    const found = await check().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if ((await countEntries(home)) === entries) {
      if (found) throw found.error;
      return;
    }
    if (attempt === 20) throw new Error('the ledgers never came to rest');
  }
}

const countEntries = ({ connection }: KillableHome): Promise<number> =>
  connection.database.$count(tables.ledgerEntries);

/** Waits until no publication or verdict is pending and no open turn can expire. */
async function settle({ connection }: KillableHome): Promise<void> {
  await eventually(async () => {
    const owed = await connection.database.$count(tables.outbox);
    const turns = await connection.database.$count(tables.topicDeadlines);
    const tickets = await connection.database.select().from(tables.tickets);
    const waiting = tickets.filter((ticket) => ticket.hintedAt && !ticket.closedAt).length;
    if (owed + waiting + turns > 0) {
      throw new Error(`${owed} objects to publish, ${waiting} keys to check, ${turns} turns to end`);
    }
  }, 90_000);
}

export async function checkLedger(
  { connection }: KillableHome,
  topicId: string,
  told: SpokenLine[],
  reader: AgentHome | undefined,
): Promise<void> {
  const { ledgerEntries } = tables;
  const rows = await connection.database
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.topicId, topicId))
    .orderBy(asc(ledgerEntries.sequence));
  expect(rows.map((row) => row.sequence)).toEqual(rows.map((_, index) => index + 1));
  const accepted = rows.filter((row) => row.inputType === 'message' && row.outcome === 'accepted');
  const keys = accepted.map((row) => row.objectKey);
  expect(new Set(keys).size).toBe(keys.length);
  const texts = accepted.map(
    (row) => (JSON.parse(row.bodyText ?? '{}') as { content: { text: string } }).content.text,
  );
  for (const line of told.filter((one) => one.topicId === topicId)) {
    expect(
      texts.filter((text) => text === line.text),
      `${topicId}: ${line.text}`,
    ).toHaveLength(1);
  }
  expect(await reader?.replay(topicId)).toMatchObject({ equal: true, sequence: rows.length });
}

/** Requires the bucket to contain every platform object in its newest version, byte for byte. */
export async function checkBucket({ connection, store }: KillableHome): Promise<void> {
  const rows = await connection.database.select().from(tables.publishedObjects);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    expect(row.confirmedVersion, row.objectKey).toBe(row.version);
    const { bytes } = await store.get(row.objectKey, { maxBytes: 4_000_000, timeoutMs: 5_000 });
    expect(new TextDecoder().decode(bytes), row.objectKey).toBe(row.confirmedText);
  }
}
