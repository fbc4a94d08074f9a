import { join } from 'node:path';
import { startPostgres } from '@agent-home/local-postgres';
import { migrateDatabase } from '@agent-home/platform/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { getLedger, judged, published } from '../support/ledger.ts';
import { metricSum } from '../support/metric-value.ts';
import { RawAgent } from '../support/raw-agent.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

const closing: (() => Promise<unknown>)[] = [];
let disk: SmallDisk;
let home: TestHome;

beforeAll(async () => {
  disk = await SmallDisk.mount(256);
  closing.push(() => disk.unmount());
  const postgres = await startPostgres({
    dataDirectory: join(disk.folder, 'postgres'),
    password: 'full-disk',
    settings: ['fsync=off', 'min_wal_size=32MB', 'max_wal_size=32MB'],
  });
  closing.push(() => postgres.stop());
  await postgres.createDatabase('agent_home');
  const databaseUrl = postgres.url('agent_home');
  await migrateDatabase(databaseUrl);
  home = await startHome({ environment: { DATABASE_URL: databaseUrl, QUEUE_URL: databaseUrl } });
  closing.push(() => home.close());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const topic = (topic_id: string) => ({
  topic_id,
  title: 'T'.repeat(150),
  visibility: 'public',
  mode: 'freeform',
});

test('a full PostgreSQL disk defers requests until there is room', async () => {
  const ada = await RawAgent.admitted(home, 'ada');
  await home.admin('POST', '/v1/admin/topics', topic('open'));
  await published(home);
  await judged(home, 'open', await ada.say('open', 'before'));
  // Write credential that was granted before the disk was full.
  const { oss, credential } = await ada.client({ type: 'topic_message_write', topic_id: 'open' });
  const key = credential.keys[0]?.key ?? '';
  const unavailable = () => metricSum(home, 'problems_total', /code="service_unavailable"/);
  expect(await unavailable()).toBe(0);

  await disk.fill();
  const opened: string[] = [];
  let refused: string | undefined;
  for (let number = 1; number < 2_000 && refused === undefined; number += 1) {
    const topicId = `topic-${number}`;
    try {
      await home.admin('POST', '/v1/admin/topics', topic(topicId));
      opened.push(topicId);
    } catch (error) {
      expect(String(error)).toContain('answered 503 service_unavailable');
      refused = topicId;
    }
  }
  expect(refused).toBeDefined();
  expect(await unavailable()).toBeGreaterThan(0);
  // The processes stay alive, and reads still succeed or get a retry time.
  expect((await fetch(`${home.url}/healthz`)).status).toBe(200);
  await oss.put(key, Buffer.from(JSON.stringify(ada.message('open', '000002', 'meanwhile'))));

  await disk.free();
  expect(await judged(home, 'open', key, 60_000)).toMatchObject({ outcome: 'accepted' });
  await eventually(async () => {
    await home.admin('POST', '/v1/admin/topics', topic(refused ?? ''));
  }, 30_000);
  await eventually(() => published(home), 60_000);
  for (const topicId of [...opened, refused ?? '']) expect(await getLedger(home, topicId)).toHaveLength(1);
  expect((await getLedger(home, 'open')).map(({ outcome }) => outcome)).toEqual(Array(3).fill('accepted'));
}, 180_000);
