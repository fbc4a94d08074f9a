import { publishStream, sweep } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { published } from '../../../support/ledger.ts';
import type { RawAgent } from '../../../support/raw-agent.ts';
import type { TestHome } from '../../../support/start-home.ts';
import { freeform, startQuietHome } from '../tamper/bucket-and-database.ts';
import { entryText, packKey, readPack, sayMany } from './many-lines.ts';

/** The first entry of a topic is its terms. */
const linesOfFirstPack = 255;
const { ledgerPacks, publishedObjects } = tables;

describe('packs of a ledger', () => {
  let home: TestHome;
  let ada: RawAgent;

  beforeAll(async () => {
    ({ home, ada } = await startQuietHome());
  });
  afterAll(() => home.close());

  const collectPuts = (key: string) =>
    home.storeRequests.filter((request) => request.operation === 'PutObject' && request.key === key).length;

  async function opened(topicId: string): Promise<void> {
    await home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: topicId });
    await publishStream(home.open.platform, `topic/${topicId}`);
  }

  test('every 256 entries form one certified pack of exact copies', async () => {
    await opened('packed');
    await sayMany(home, ada, 'packed', linesOfFirstPack - 1);
    await publishStream(home.open.platform, 'packs/packed');
    expect(collectPuts(packKey('packed', 1))).toBe(0);
    await sayMany(home, ada, 'packed', 3);
    await publishStream(home.open.platform, 'packs/packed');
    const { texts, version } = await readPack(home, ada, 'packed', 1);
    expect([texts.size, version]).toEqual([256, 1]);
    for (const [sequence, text] of texts) expect(text).toBe(await entryText(home, 'packed', sequence));
  });

  test('the sweep makes a missed pack, and puts it once', async () => {
    await opened('swept');
    await sayMany(home, ada, 'swept', linesOfFirstPack);
    expect(collectPuts(packKey('swept', 1))).toBe(0);
    const { platform } = home.open;
    await Promise.all([sweep(platform), publishStream(platform, 'packs/swept'), sweep(platform)]);
    await published(home);
    // Rows that were lost with a database and restored from the bucket request packs that already exist.
    await platform.database.update(ledgerPacks).set({ due: true }).where(eq(ledgerPacks.topicId, 'swept'));
    await sweep(platform);
    expect(collectPuts(packKey('swept', 1))).toBe(1);
    expect(await platform.database.$count(ledgerPacks, eq(ledgerPacks.due, true))).toBe(0);
  });

  test('a pack waits for every one of its entries', async () => {
    await opened('waiting');
    await sayMany(home, ada, 'waiting', linesOfFirstPack);
    const { platform } = home.open;
    const key = 'topics/waiting/ledger/0000000007.json';
    const owed = (version: number) =>
      platform.database.update(publishedObjects).set({ version }).where(eq(publishedObjects.objectKey, key));
    // Simulates a newer version of one entry that is committed but not yet in the bucket.
    await owed(2);
    await publishStream(platform, 'packs/waiting');
    expect(collectPuts(packKey('waiting', 1))).toBe(0);
    await owed(1);
    await sweep(platform);
    expect(collectPuts(packKey('waiting', 1))).toBe(1);
  });

  test('an erased message leaves its pack too', async () => {
    await opened('erased');
    await sayMany(home, ada, 'erased', linesOfFirstPack, (number) => `secret ${number} of mine`);
    const { platform } = home.open;
    await publishStream(platform, 'packs/erased');
    expect((await readPack(home, ada, 'erased', 1)).texts.get(9)).toContain('secret 8 of mine');
    await home.admin('POST', '/v1/topics/erased/moderation', { action: 'redact', sequence: 9 });
    await sweep(platform);
    await published(home);
    const { texts, version } = await readPack(home, ada, 'erased', 1);
    expect(version).toBe(2);
    expect(texts.get(9)).toBe(await entryText(home, 'erased', 9));
    expect(texts.get(9)).not.toContain('secret 8 of mine');
    expect(texts.get(10)).toContain('secret 9 of mine');
    const [row] = await platform.database
      .select({ text: publishedObjects.confirmedText })
      .from(publishedObjects)
      .where(eq(publishedObjects.objectKey, packKey('erased', 1)));
    expect(row?.text).not.toContain('secret 8 of mine');
  });

  test('a pack of large entries ends earlier than entry 256', async () => {
    await opened('large');
    // Quotes grow most: by one byte in the entry and by two more in the pack.
    await sayMany(home, ada, 'large', linesOfFirstPack, (number) => `${number}${'"'.repeat(6_000)}`);
    await publishStream(home.open.platform, 'packs/large');
    const found = new Map<number, string>();
    let parts = 0;
    for (let next = 1; next <= 256; parts++) {
      const { texts } = await readPack(home, ada, 'large', next);
      for (const [sequence, text] of texts) found.set(sequence, text);
      next = found.size + 1;
    }
    expect(parts).toBeGreaterThan(1);
    for (const [sequence, text] of found) expect(text).toBe(await entryText(home, 'large', sequence));
    expect(found.size).toBe(256);
  });
});
