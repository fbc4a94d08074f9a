import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningPostgres, startPostgres } from '@agent-home/local-postgres';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countingSettings, DatabaseCounter, syncsBetween } from '../bench/costs/database-counter.ts';

const settings = [...countingSettings, 'autovacuum=off', 'wal_writer_delay=10s'];
let [folder, server]: [string, RunningPostgres | undefined] = ['', undefined];
let counter: DatabaseCounter;
let sql: postgres.Sql;

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/agent-home-costs-');
  await chmod(folder, 0o755);
  server = await startPostgres({ dataDirectory: join(folder, 'postgres'), password: 'secret', settings });
  await server.createDatabase('counted');
  counter = new DatabaseCounter(server.url('postgres'), 'counted');
  await counter.open();
  sql = postgres(server.url('counted'), { max: 1, fetch_types: false });
  await sql`create table notes (note text)`;
});
afterAll(async () => {
  await sql?.end({ timeout: 5 });
  await counter?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function countedFor(work: () => Promise<unknown>) {
  const before = await counter.mark('postgres');
  await work();
  return counter.between(before, await counter.mark('postgres'));
}

const write = (connection: postgres.Sql | postgres.TransactionSql) =>
  connection`insert into notes (note) values ('a')`;

describe('database counters', { timeout: 60_000 }, () => {
  it('durable commits are distinguished from others and reads', async () => {
    const syncs = await counter.syncs('postgres');
    const counted = await countedFor(async () => {
      for (let round = 0; round < 5; round++) {
        await write(sql);
        await sql`select note from notes limit 1`;
        await sql.begin(async (transaction) => {
          await transaction`select set_config('synchronous_commit', 'off', true)`;
          await write(transaction);
        });
      }
    });
    const { commits, statements } = counted;
    const durable = syncsBetween(syncs, await counter.syncs('postgres'));
    expect({ commits, durable, statements }).toEqual({ commits: 10, durable: 5, statements: 20 });
    expect(counted.logBytes).toBeGreaterThan(0);
  });

  it('nothing done counts as nothing', async () => {
    const { commits, statements } = await countedFor(async () => undefined);
    expect({ commits, statements }).toEqual({ commits: 0, statements: 0 });
  });
});
