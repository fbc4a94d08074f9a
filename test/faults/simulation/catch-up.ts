import { setTimeout as delay } from 'node:timers/promises';
import { tables } from '@agent-home/platform/database';
import { isInTime } from './checks/judged-once.ts';
import type { SimulatedHome } from './home/simulated-home.ts';
import { TokenClient } from './hostile/admin-client.ts';
import type { Journal } from './journal/journal.ts';
import { countPendingWork } from './pending-work.ts';

/** Time in which a home must catch up after the last fault. */
const catchUpMs = 25_000;

/**
 * Waits until no work is pending and every write is judged, or the time is over. Returns the pending work at that moment, because a
 * home under load may fall behind again a moment later without a fault.
 */
export async function catchUp(home: SimulatedHome, journal: Journal): Promise<Record<string, number>> {
  const keys = [...new Set(journal.puts.filter(isInTime).map(({ key }) => key))];
  for (const end = Date.now() + catchUpMs; ; await delay(150)) {
    const waiting: Record<string, number> = await countPendingWork(home).catch((error: Error) => ({
      [`the database: ${error.cause ?? error}`]: 1,
    }));
    const isAtRest = Object.values(waiting).every((count) => count === 0);
    if (Date.now() > end || (isAtRest && (await countUnjudged(home, keys)) === 0)) return waiting;
  }
}

async function countUnjudged({ connection }: SimulatedHome, keys: string[]): Promise<number> {
  const { ledgerEntries } = tables;
  const rows = await connection.database.selectDistinct({ key: ledgerEntries.objectKey }).from(ledgerEntries);
  const judged = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !judged.has(key)).length;
}

export async function closeTopic({ url, adminToken }: SimulatedHome, topicId: string): Promise<void> {
  // Many topics have already ended.
  const wanted = [200, 400, 404, 409, 422];
  const path = `/v1/admin/topics/${topicId}/actions`;
  await new TokenClient(url, adminToken).must('POST', path, { action: 'close' }, wanted);
}
