import { advanceTopic, createEventReceiver, deleteExpired, publishStream, sweep } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import type { AgentHome } from '@agent-home/sdk';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkObject } from '../../../../packages/platform/src/publication/outbox/check-object.ts';
import { dyingAfter } from '../../../support/dying-after.ts';
import type { RawAgent } from '../../../support/raw-agent.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import type { TestHome } from '../../../support/start-home.ts';
import { freeform, startQuietHome } from '../tamper/bucket-and-database.ts';
import { archive, collectKeys, keptDays, ledgerInBucket, publishAll, restFor } from './archived.ts';
import { packKey, readPack, sayMany } from './many-lines.ts';

const { publishedObjects } = tables;

describe('the archive of closed topics', () => {
  let home: TestHome;
  let ada: RawAgent;
  let reader: AgentHome;

  beforeAll(async () => {
    ({ home, ada } = await startQuietHome());
    reader = await sdkAgent(home, 'reader');
    await publishAll(home);
  });
  afterAll(async () => {
    await reader.close();
    await home.close();
  });

  /** Creates a topic with the given number of messages, closed or not. */
  async function topic(topicId: string, lines: number, isClosed = true): Promise<void> {
    await home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: topicId });
    await publishStream(home.open.platform, `topic/${topicId}`);
    await sayMany(home, ada, topicId, lines, (number) => `${topicId} line ${number}.`);
    if (isClosed) await home.admin('POST', `/v1/admin/topics/${topicId}/actions`, { action: 'close' });
    await publishAll(home);
  }

  /** Returns the lines that a newcomer reads, from the first entry to the last, each verified. */
  async function toLines(topicId: string, client: AgentHome = reader): Promise<string[]> {
    const lines: string[] = [];
    for await (const { text } of (await client.enterTopic(topicId)).messages()) lines.push(String(text));
    return lines;
  }

  /** Judges written messages for which no event arrived. */
  async function judgeAll(topicId: string): Promise<void> {
    const { platform } = home.open;
    const ofTopic = eq(tables.tickets.topicId, topicId);
    await platform.database.update(tables.tickets).set({ hintedAt: new Date() }).where(ofTopic);
    await advanceTopic(platform, topicId);
    await publishAll(home);
  }

  const singleEntries = (keys: string[]) => keys.filter((key) => /\/ledger\/\d{10}\.json$/.test(key));

  test('an archived topic leaves one object for 256 entries', async () => {
    await topic('long', 320);
    const before = await ledgerInBucket(home, 'long');
    expect(before.size).toBe(322);
    expect((await collectKeys(home, 'long')).length).toBeGreaterThan(640);
    await archive(home, 'long');
    const keys = await collectKeys(home, 'long');
    expect(keys.length).toBeLessThanOrEqual(Math.floor(322 / 256) + 5);
    expect(keys.filter((key) => /\/(messages|requests|results)\//.test(key))).toEqual([]);
    expect(await ledgerInBucket(home, 'long')).toEqual(before);
    expect((await toLines('long')).length).toBe(320);
    expect(await reader.replay('long')).toMatchObject({ equal: true, sequence: 322 });
  });

  test('an archive removes requests and results for good', async () => {
    const rules = { proposal_quota_per_day: 9, allowed_proposal_types: ['propose_topic'] };
    const box = { topic_id: 'box', title: 'Box', visibility: 'public', mode: 'daily_checkin', rules };
    await home.admin('POST', '/v1/admin/topics', box);
    await publishAll(home);
    const request = await ada.send('box', 'propose_topic', { title: 'On kites', mode: 'freeform' });
    await judgeAll('box');
    await home.admin('POST', '/v1/admin/topics/box/actions', { action: 'close' });
    await publishAll(home);
    const result = request.replace('/requests/', '/results/');
    expect(await collectKeys(home, 'box')).toEqual(expect.arrayContaining([request, result]));
    await archive(home, 'box');
    expect((await collectKeys(home, 'box')).length).toBeLessThanOrEqual(5);
    expect(await checkObject(home.open.platform, result)).toBe('same');
    expect(await collectKeys(home, 'box')).not.toContain(result);
    expect(await reader.replay('box')).toMatchObject({ equal: true });
  });

  test('a topic stays while it is open, recent or unfinished', async () => {
    await topic('still', 3, false);
    await topic('young', 3);
    await topic('owing', 3);
    const { platform } = home.open;
    const before = await Promise.all(['still', 'young', 'owing'].map((id) => collectKeys(home, id)));
    const owed = { stream: 'topic/owing', objectKey: 'topics/owing/state.json', version: 99, body: '{}' };
    await platform.database.insert(tables.outbox).values(owed);
    await restFor(home, 'still', keptDays + 1);
    await restFor(home, 'young', keptDays - 1);
    await restFor(home, 'owing', keptDays + 1);
    await deleteExpired(platform);
    expect(await Promise.all(['still', 'young', 'owing'].map((id) => collectKeys(home, id)))).toEqual(before);
    await platform.database.delete(tables.outbox).where(eq(tables.outbox.stream, 'topic/owing'));
    await archive(home, 'owing');
    expect(singleEntries(await collectKeys(home, 'owing'))).toEqual([]);
  });

  test('an interrupted archive resumes without losing an entry', async () => {
    await topic('cut', 270);
    const before = await ledgerInBucket(home, 'cut');
    await restFor(home, 'cut', keptDays + 1);
    for (let budget = 1, isDone = false; !isDone; budget = Math.ceil(budget * 1.4)) {
      const killed = dyingAfter(home.open.platform, budget);
      await deleteExpired(killed.platform).catch(() => {});
      expect(await ledgerInBucket(home, 'cut')).toEqual(before);
      isDone = !killed.isDead();
    }
    await archive(home, 'cut');
    expect(await collectKeys(home, 'cut')).toHaveLength(4);
    expect(await reader.replay('cut')).toMatchObject({ equal: true });
    // Some twenty archives of 270 entries: a busy machine takes its time.
  }, 120_000);

  test('nothing is removed while a pack is wrong or missing', async () => {
    await topic('doubtful', 20);
    const { platform } = home.open;
    await restFor(home, 'doubtful', keptDays + 1);
    const row = eq(publishedObjects.objectKey, packKey('doubtful', 1));
    // Simulates a recorded put of the pack, with a different pack in the bucket.
    await platform.database.insert(publishedObjects).values({
      objectKey: packKey('doubtful', 1),
      stream: 'packs/doubtful',
      version: 1,
      confirmedVersion: 1,
      confirmedText: '{"entries":[],"sequence":1,"last_sequence":0}',
      confirmedEtag: 'x',
    });
    await platform.database
      .insert(tables.ledgerPacks)
      .values({ topicId: 'doubtful', sequence: 1, lastSequence: 22, due: false });
    const before = await collectKeys(home, 'doubtful');
    await deleteExpired(platform);
    expect(singleEntries(await collectKeys(home, 'doubtful'))).toEqual(singleEntries(before));
    await platform.database.delete(publishedObjects).where(row);
    await platform.store.delete(packKey('doubtful', 1));
    await platform.database
      .update(tables.ledgerPacks)
      .set({ due: true })
      .where(eq(tables.ledgerPacks.topicId, 'doubtful'));
    // The pack was put and then deleted: it is restored before any entry is deleted.
    await publishStream(platform, 'packs/doubtful');
    await platform.store.delete(packKey('doubtful', 1));
    await archive(home, 'doubtful');
    expect(await reader.replay('doubtful')).toMatchObject({ equal: true, sequence: 22 });
  });

  test('an archived pack is restored, an entry is not', async () => {
    await topic('kept', 5);
    await archive(home, 'kept');
    const { platform } = home.open;
    const entry = 'topics/kept/ledger/0000000003.json';
    expect(await checkObject(platform, entry)).toBe('same');
    await platform.store.put(entry, new TextEncoder().encode('{"forged":true}'));
    expect(await checkObject(platform, entry)).toBe('same');
    expect(singleEntries(await collectKeys(home, 'kept'))).toEqual([]);
    await platform.store.delete(packKey('kept', 1));
    expect(await checkObject(platform, packKey('kept', 1))).toBe('restored');
    expect(await reader.replay('kept')).toMatchObject({ equal: true });
  });

  test('an archive’s own deletion is no foreign change', async () => {
    await topic('told', 5);
    await archive(home, 'told');
    const receive = createEventReceiver(home.open.platform);
    const tell = (eventType: string, etag: string) =>
      receive({
        eventId: `${eventType} ${etag}`,
        objectKey: 'topics/told/ledger/0000000002.json',
        eventType,
        etag,
        occurredAt: new Date(),
      });
    expect(await tell('ObjectRemoved:DeleteObject', 'A1')).toBe('own_write');
    expect(await tell('ObjectCreated:PutObject', 'A2')).toBe('check');
    expect(await tell('ObjectCreated:PutObject', '')).toBe('check');
  });

  test('a redaction in an archived topic changes its pack', async () => {
    await topic('spoken', 30);
    await archive(home, 'spoken');
    await home.admin('POST', '/v1/topics/spoken/moderation', { action: 'redact', sequence: 9 });
    const { platform } = home.open;
    await sweep(platform);
    await publishAll(home);
    const { texts, version } = await readPack(home, ada, 'spoken', 1);
    expect([version, texts.size]).toEqual([2, 32]);
    expect(texts.get(9)).not.toContain('spoken line 8.');
    expect(texts.get(10)).toContain('spoken line 9.');
    expect(singleEntries(await collectKeys(home, 'spoken'))).toEqual([]);
    const rows = await platform.database
      .select()
      .from(publishedObjects)
      .where(like(publishedObjects.objectKey, 'topics/spoken/%'));
    expect(rows.filter(({ confirmedText }) => confirmedText?.includes('spoken line 8.'))).toEqual([]);
    expect(await toLines('spoken', await newcomer())).toHaveLength(29);
    expect(await reader.replay('spoken')).toMatchObject({ equal: true, sequence: 32 });
  });

  async function newcomer(): Promise<AgentHome> {
    const agent = await sdkAgent(home, 'newcomer');
    await publishAll(home);
    return agent;
  }

  test('an archived topic is shown as any other', async () => {
    await topic('shown', 12);
    const shown = async () => {
      const entry = encodeURIComponent('topics/shown/ledger/0000000004.json');
      const paths = [
        ...['topics/shown', 'topics/shown/ledger?after=0&limit=5', 'topics/shown/ledger?after=5&limit=50'],
        ...[`objects?key=${entry}`, 'search?q=%22shown%20line%207%22'],
      ];
      return Promise.all(
        paths.map(async (path) => {
          const response = await fetch(`${home.url}/v1/public/${path}`);
          return `${response.status} ${path} ${await response.text()}`;
        }),
      );
    };
    await restFor(home, 'shown', keptDays + 1);
    const before = await shown();
    for (const answer of before) expect(answer).toMatch(/^200 /);
    expect(before.at(-1)).toContain('shown line 7.');
    await archive(home, 'shown');
    expect(singleEntries(await collectKeys(home, 'shown'))).toEqual([]);
    const withoutTime = (answers: string[]) =>
      answers.map((answer) => answer.replace(/"(updated_at|generated_at)":"[^"]*"/g, ''));
    expect(withoutTime(await shown())).toEqual(withoutTime(before));
  });

  test('a ledger that grew is archived again in its pack', async () => {
    await topic('late', 40);
    await archive(home, 'late');
    // A message written in time but judged this late is rejected, and still gets an entry.
    await sayMany(home, ada, 'late', 230);
    const grown = await collectKeys(home, 'late');
    expect(singleEntries(grown)).toHaveLength(230);
    expect(await reader.replay('late')).toMatchObject({ equal: true, sequence: 272 });
    await archive(home, 'late');
    expect((await collectKeys(home, 'late')).filter((key) => key.includes('/ledger/'))).toEqual([
      packKey('late', 1),
      packKey('late', 257),
    ]);
    expect(await reader.replay('late')).toMatchObject({ equal: true, sequence: 272 });
  });
});
