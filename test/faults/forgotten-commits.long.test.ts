import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase, migrateDatabase, tables } from '@agent-home/platform/database';
import { objectKey } from '@agent-home/protocol';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { httpCall } from '../support/http-request.ts';
import { KillablePostgres } from '../support/killable-postgres.ts';
import { getLedger, judged, published } from '../support/ledger.ts';
import { RawAgent } from '../support/raw-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';
import { expectBucketEqualsDatabase, textAt } from '../system/end-to-end/tamper/bucket-and-database.ts';

let folder: string;
let postgres: KillablePostgres;
let home: TestHome;
let ada: RawAgent;

const topicId = 'open';
const stateKey = objectKey('topic_state', { topic_id: topicId });
const patience = 30_000;

/** Database that writes its log only if a commit waits for it, so that kill -9 loses everything else. */
const forgetful = ['wal_writer_delay=10s', 'wal_writer_flush_after=1GB', 'autovacuum=off'];

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/agent-home-test-');
  await chmod(folder, 0o755);
  postgres = await KillablePostgres.start({
    dataDirectory: join(folder, 'postgres'),
    password: randomBytes(16).toString('hex'),
    settings: forgetful,
  });
  await migrateDatabase(postgres.url);
  home = await startHome({ environment: { DATABASE_URL: postgres.url } });
  ada = await RawAgent.admitted(home, 'ada');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: topicId,
    title: 'Open',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
}, 120_000);
afterAll(async () => {
  await home?.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Reads the last asynchronous writes over a separate connection that writes nothing. */
async function query(text: string): Promise<Record<string, unknown>[]> {
  const { database, close } = connectDatabase(postgres.url, { maxConnections: 1 });
  try {
    return [...(await database.execute(sql.raw(text)))];
  } finally {
    await close();
  }
}

async function killDatabase(): Promise<void> {
  await postgres.kill();
  await eventually(() => postgres.start(), patience);
  await eventually(() => query('select 1'), patience);
}

test('a publication lost in a crash repeats its bytes', {
  timeout: 240_000,
}, async () => {
  let forgotten = 0;
  for (let round = 0; round < 4; round++) {
    const key = await eventually(() => ada.say(topicId, `line ${round}`), patience);
    const { sequence } = await judged(home, topicId, key, patience);
    await eventually(() => published(home), patience);
    const entryKey = objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
    const keys = [entryKey, stateKey];
    const before = await Promise.all(keys.map((each) => textAt(home.open.platform.store, each)));
    // The worker stays stopped until the test has read the lost commits.
    await home.stopWorker();
    await killDatabase();
    const owed = await query('select object_key from outbox');
    forgotten += owed.length;
    // The verdict waited for the disk, so it was not lost.
    const [row] = (await getLedger(home, topicId)).slice(-1);
    expect(row).toMatchObject({ sequence, objectKey: key, outcome: 'accepted' });
    await home.startWorker();
    await eventually(() => published(home), patience);
    const after = await Promise.all(keys.map((each) => textAt(home.open.platform.store, each)));
    expect(after).toEqual(before);
    await eventually(() => expectBucketEqualsDatabase(home), patience);
  }
  // Commits must have been lost; otherwise the test proves nothing.
  expect(forgotten).toBeGreaterThan(0);
});

test('the sweep judges a write with a lost event', {
  timeout: 120_000,
}, async () => {
  await home.stopWorker();
  const key = await eventually(() => ada.say(topicId, 'nobody heard this'), patience);
  await eventually(async () => {
    const heard = await query(
      `select count(*)::integer as count from store_events where object_key = '${key}'`,
    );
    expect(heard[0]?.count).toBe(1);
  }, patience);
  await killDatabase();
  const kept = await query(`select count(*)::integer as count from store_events where object_key = '${key}'`);
  expect(kept[0]?.count).toBe(0);
  await home.startWorker();
  const row = await judged(home, topicId, key, patience);
  expect(row.outcome).toBe('accepted');
});

test('a reported foreign write survives a database crash', { timeout: 120_000 }, async () => {
  await eventually(() => published(home), patience);
  await home.stopWorker();
  const { store } = home.open.platform;
  const certified = await textAt(store, stateKey);
  const forged = Buffer.from('{"forged":true}');
  await store.put(stateKey, forged, { contentType: 'application/json' });
  // Selected by ETag, because the event of a put by the platform may also wait if it arrived just as that put was confirmed.
  const waiting = `select count(*)::integer as count from store_events where object_key = '${stateKey}'
    and outcome = 'check' and lower(etag) = '${createHash('md5').update(forged).digest('hex')}'`;
  await eventually(async () => expect((await query(waiting))[0]?.count).toBe(1), patience);
  await killDatabase();
  expect((await query(waiting))[0]?.count).toBe(1);
  await home.startWorker();
  await eventually(async () => expect(await textAt(store, stateKey)).toBe(certified), patience);
  const { ledgerEntries } = tables;
  const rows = await home.open.platform.database
    .select({ sequence: ledgerEntries.sequence })
    .from(ledgerEntries)
    .orderBy(asc(ledgerEntries.sequence));
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
});

test('a publisher’s lease restored by a database crash expires', {
  timeout: 120_000,
}, async () => {
  await eventually(() => published(home), patience);
  await home.stopWorker();
  // Simulates a database that lost only the release of the lease.
  const [lease] = await query(`insert into publisher_leases (stream, holder, until)
    select stream, 'gone', now() + interval '5 seconds' from published_objects where object_key = '${stateKey}'
    returning stream`);
  await killDatabase();
  expect(await query(`select stream from publisher_leases where holder = 'gone'`)).toEqual([lease]);
  await home.startWorker();
  const key = await eventually(() => ada.say(topicId, 'after the lease'), patience);
  await judged(home, topicId, key, patience);
  await eventually(() => published(home), patience);
});

test('a killed database keeps credentials and used nonces', {
  timeout: 120_000,
}, async () => {
  const path = '/v1/credentials';
  const body = JSON.stringify({ grants: [{ type: 'registry_read' }] });
  const headers = {
    ...ada.sign('POST', path, body),
    'content-type': 'application/json',
    host: new URL(home.url).host,
  };
  const send = () => httpCall(home.url, { method: 'POST', path, headers, body });
  const audited = () =>
    home.open.platform.database.$count(tables.credentialAudit, eq(tables.credentialAudit.agentId, 'ada'));
  const before = await audited();
  expect((await send()).status).toBe(200);
  await killDatabase();
  expect(await eventually(audited, patience)).toBe(before + 1);
  const again = await eventually(async () => {
    const answer = await send();
    // The API may not have noticed yet that the database is back.
    if (answer.status >= 500) throw new Error(answer.text);
    return answer;
  }, patience);
  expect(JSON.parse(again.text).code).toBe('signature_replayed');
});
