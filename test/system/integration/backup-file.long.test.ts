import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { writeBackup } from '@agent-home/platform';
import { beginRestore, migrateDatabase } from '@agent-home/platform/database';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreRows } from '../../../packages/platform/src/operations/backup/restore-rows.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../support/fresh-database.ts';

let folder: string;
let file: string;
let source: TestDatabase;
let sql: postgres.Sql;
const databases: TestDatabase[] = [];
const quiet = () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-home-backup-'));
  file = join(folder, 'a.backup');
  source = await freshDatabase();
  sql = postgres(source.url, { max: 2, fetch_types: false, onnotice: quiet });
  await sql`insert into owners (owner_id, name) values ('olga', ${'tab\t, line\n, back\\slash, \\. and 漢字'})`;
  await sql`insert into tokens (token_hash, token_id, role, label) values ('hash', 't1', 'admin', 'a')`;
  await sql`insert into home_secrets (name, value) values ('feed', 'not to be saved')`;
  // Many rows, so that the driver has to apply backpressure.
  await sql`insert into idempotency_keys (principal, key, request_hash, response)
    select 'p', n::text, 'h', repeat('answer ', 50) from generate_series(1, 5000) as n`;
  await sql`insert into spoken_lines (topic_id, sequence, agent_id, accepted_at, words)
    values ('hall', 1, 'ann', now(), ${"'秋月':2 '秋':2 'it':4"}::text::tsvector)`;
  await sql`insert into card_history (agent_id, card_version, version, name, text, published_at)
    values ('ann', 1, 3, 'Ann', '{"name":"Ann"}', now())`;
  await feed();
  await writeBackup(source.url, file, { now: new Date() });
});
afterAll(async () => {
  await sql.end();
  for (const database of [source, ...databases]) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Inserts four events by transactions that started in a different order from their ids. */
async function feed(): Promise<void> {
  const told = (id: number, transaction: number, agent: string | null) => sql`
    insert into feed_events (id, transaction, agent_id, topic_id, event_type, occurred_at, payload)
    values (${id}, ${String(transaction)}::xid8, ${agent}, 'hall', 'topic.entry', now(), ${JSON.stringify({ was: id })})`;
  await told(40, 700, null);
  await told(10, 900, null);
  await told(30, 800, null);
  await told(20, 950, 'ann');
  await sql`select setval('feed_events_id_seq', 77)`;
  // Consumed: 40 (700) and 30 (800), but not 10 (900).
  await sql`insert into feed_positions (agent_id, transaction, event_id) values ('ann', '800'::xid8, 30)`;
  await sql`insert into feed_positions (agent_id, transaction, event_id) values ('ben', '0'::xid8, 0)`;
  await sql`insert into feed_positions (agent_id, transaction, event_id) values ('cyd', '99999999'::xid8, 5)`;
  await sql`insert into feed_acknowledgements (agent_id, event_id) values ('ben', 10)`;
  // Began to follow when 10 (900) was the newest id; when 30 (800) was, while 700 was under way; and after everything.
  await sql`insert into topic_follows (topic_id, agent_id, following, since_transaction, since_event)
    values ('hall', 'ann', true, '0'::xid8, 10), ('hall', 'ben', true, '700'::xid8, 30),
      ('hall', 'cyd', true, '960'::xid8, 77), ('hall', 'dan', true, '0'::xid8, 0)`;
}

async function restored(from = file): Promise<{ client: postgres.Sql; url: string }> {
  const database = await emptyDatabase();
  databases.push(database);
  await beginRestore(database.url);
  await restoreRows(database.url, createReadStream(from), quiet);
  return {
    client: postgres(database.url, { max: 1, fetch_types: false, onnotice: quiet }),
    url: database.url,
  };
}

async function changed(name: string, change: (text: string) => string | Buffer): Promise<string> {
  const path = join(folder, name);
  const text = gunzipSync(await readFile(file)).toString();
  const after = change(text);
  await writeFile(path, typeof after === 'string' ? gzipSync(after) : after);
  return path;
}

describe('a backup file', () => {
  test('every row is restored, regenerated secrets are not', async () => {
    const { client } = await restored();
    const [owner] = await client`select name from owners`;
    expect(owner?.name).toBe('tab\t, line\n, back\\slash, \\. and 漢字');
    expect(await client`select count(*)::int as n from idempotency_keys`).toMatchObject([{ n: 5000 }]);
    const lines = await client`select agent_id from spoken_lines where words @@ ${"'秋月'"}::text::tsquery`;
    expect([...lines]).toEqual([{ agent_id: 'ann' }]);
    expect([...(await client`select version, text from card_history`)]).toEqual([
      { version: 3, text: '{"name":"Ann"}' },
    ]);
    expect(await client`select * from home_secrets`).toHaveLength(0);
    expect(gunzipSync(await readFile(file)).toString()).not.toContain('not to be saved');
    await client.end();
  });

  test('restored feed events keep order and consumption', async () => {
    const { client } = await restored();
    const events = await client`select id::int as id, transaction::text as xid, payload from feed_events
      order by transaction, id`;
    expect(events.map(({ payload }) => JSON.parse(String(payload)).was)).toEqual([40, 30, 10, 20]);
    expect(new Set(events.map(({ xid }) => xid)).size).toBe(1);
    const left = async (agent: string) => {
      const rows = await client`select payload from feed_events as event, feed_positions as known
        where known.agent_id = ${agent} and (event.transaction, event.id) > (known.transaction, known.event_id)
          and not exists (select 1 from feed_acknowledgements as one
            where one.agent_id = ${agent} and one.event_id = event.id)
        order by event.transaction, event.id`;
      return rows.map(({ payload }) => JSON.parse(String(payload)).was);
    };
    expect(await left('ann')).toEqual([10, 20]);
    expect(await left('ben')).toEqual([40, 30, 20]);
    expect(await left('cyd')).toEqual([]);
    // A new event follows all of them.
    const [next] = await client`insert into feed_events (agent_id, event_type, occurred_at, payload)
      values ('cyd', 'agent.admitted', now(), '{"was":"new"}') returning id::int as id`;
    expect(next?.id).toBe(78);
    expect(await left('cyd')).toEqual(['new']);
    await client.end();
  });

  test('a follower keeps its start after a restore', async () => {
    const { client } = await restored();
    const heard = async (agent: string) => {
      const rows = await client`select payload from feed_events as event, topic_follows as known
        where known.agent_id = ${agent} and event.agent_id is null and event.topic_id = known.topic_id
          and event.transaction >= known.since_transaction and event.id > known.since_event
        order by event.transaction, event.id`;
      return rows.map(({ payload }) => JSON.parse(String(payload)).was);
    };
    // In the new order 40 comes first, so a follower that sees it also sees the later ones.
    expect(await heard('ann')).toEqual([40, 30, 10]);
    expect(await heard('ben')).toEqual([40, 30, 10]);
    expect(await heard('cyd')).toEqual([]);
    expect(await heard('dan')).toEqual([40, 30, 10]);
    await client`insert into feed_events (topic_id, event_type, occurred_at, payload)
      values ('hall', 'topic.entry', now(), '{"was":"new"}')`;
    expect(await heard('cyd')).toEqual(['new']);
    await client.end();
  });

  test('a home is restored into an empty database only', async () => {
    await expect(beginRestore(source.url)).rejects.toMatchObject({ code: 'database_not_empty' });
    const [owner] = await sql`select owner_id from owners`;
    expect(owner?.owner_id).toBe('olga');
  });

  test('no process starts on a half restored database', async () => {
    const { client, url } = await restored();
    await expect(migrateDatabase(url)).rejects.toMatchObject({ code: 'restore_unfinished' });
    await expect(writeBackup(url, join(folder, 'b.backup'), { now: new Date() })).rejects.toMatchObject({
      code: 'restore_unfinished',
    });
    await beginRestore(url);
    expect(await client`select tablename from pg_tables where schemaname = 'public'`).toMatchObject([
      { tablename: 'unfinished_restore' },
    ]);
    await client.end();
  });

  const damages: [string, string, (text: string) => string | Buffer][] = [
    ['cut off after a table', 'damaged', (text) => text.slice(0, text.indexOf('"table":"tokens"') - 1)],
    ['cut off in the middle of a row', 'damaged', (text) => text.slice(0, text.length - 3000)],
    ['with another row', 'damaged', (text) => text.replace('\ta\t', '\tb\t')],
    ['with a row less', 'damaged', (text) => text.replace(/^.*answer.*\n/m, '')],
    ['with something behind its end', 'damaged', (text) => `${text}{"more":1}\n`],
    [
      'of a newer version',
      'newer_schema',
      (text) => text.replace(/"migrations":\[/, `"migrations":["${'a'.repeat(64)}",`),
    ],
    ['that is none', 'not_a_backup', () => 'hello\n'],
    ['that is not even packed', 'damaged', () => Buffer.from('hello\n')],
  ];
  test.each(damages)('a backup %s is refused, and nothing of it stays', async (name, code, change) => {
    const path = await changed(`${name.replaceAll(' ', '-')}.backup`, change);
    const database = await emptyDatabase();
    databases.push(database);
    await beginRestore(database.url);
    await expect(restoreRows(database.url, createReadStream(path), quiet)).rejects.toMatchObject({ code });
    const client = postgres(database.url, { max: 1, fetch_types: false, onnotice: quiet });
    const [found] = await client`select to_regclass('public.owners') is not null as there`;
    if (found?.there) expect(await client`select * from owners`).toHaveLength(0);
    await client.end();
  });

  test('a backup that fails leaves no file', async () => {
    const database = await emptyDatabase();
    databases.push(database);
    const path = join(folder, 'nothing.backup');
    await expect(writeBackup(database.url, path, { now: new Date() })).rejects.toMatchObject({
      code: 'nothing_to_back_up',
    });
    await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(readFile(`${path}.partial`)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
