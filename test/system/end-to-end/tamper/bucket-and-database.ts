import { createAliyunObjectStore, type ObjectStore } from '@agent-home/object-store';
import type { PublishingPlatform } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { and, eq, isNotNull } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import { every } from '../../../support/every.ts';
import { published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

export const freeform = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };

export async function textAt(store: ObjectStore, key: string): Promise<string> {
  const { bytes } = await store.get(key, { maxBytes: 4 * 1024 * 1024, timeoutMs: 5_000 });
  return Buffer.from(bytes).toString();
}

export async function putCard(home: TestHome, bio: string): Promise<void> {
  const personality = { extrovert: 0, curious: 0, creative: 0, stable: 0 };
  await home.admin('PUT', '/v1/agents/ada/card', { name: 'Ada', bio, personality });
}

/** Returns the platform with another store. */
export function withStore(home: TestHome, store: ObjectStore): PublishingPlatform {
  return { ...home.open.platform, store };
}

export function storeAt(home: TestHome, endpoint: string): ObjectStore {
  return createAliyunObjectStore({
    ...home.settings.store.place,
    endpoint,
    credentials: home.settings.platformKey,
    requestTimeoutMs: 1_000,
    retry: { attempts: 1 },
  });
}

/** Expects the bucket to hold exactly the objects that the database has recorded. */
export async function expectBucketEqualsDatabase(home: TestHome): Promise<void> {
  const rows = await home.open.platform.database.select().from(tables.publishedObjects);
  await every(rows.length, 8, async (index) => {
    const row = rows[index];
    if (!row) return;
    expect(row.confirmedVersion, row.objectKey).toBe(row.version);
    expect(await textAt(home.open.platform.store, row.objectKey), row.objectKey).toBe(row.confirmedText);
  });
}

/** Starts a home with ada and a published open topic. Only the test judges and publishes. */
export async function startQuietHome(): Promise<{ home: TestHome; ada: RawAgent }> {
  const home = await startHome({ events: false });
  const ada = await RawAgent.admitted(home, 'ada');
  await home.admin('POST', '/v1/admin/topics', freeform);
  await published(home);
  await home.stopWorker();
  return { home, ada };
}

/** Starts a quiet home for the running test and closes it when the test has finished. */
export async function startQuietHomeForTest(): Promise<{ home: TestHome; ada: RawAgent }> {
  const quiet = await startQuietHome();
  onTestFinished(() => quiet.home.close());
  return quiet;
}

/** Returns the object that is signed for this key and not in the bucket yet. */
export function getOutbox(home: TestHome, key: string) {
  const { outbox } = tables;
  const signed = and(eq(outbox.objectKey, key), isNotNull(outbox.signedText));
  return home.open.platform.database.select().from(outbox).where(signed);
}
