import { isDatabaseAway } from '@agent-home/platform';
import { connectDatabase, type Database } from '@agent-home/platform/database';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { freshDatabase } from '../../support/fresh-database.ts';

let home: Awaited<ReturnType<typeof freshDatabase>>;
let one: ReturnType<typeof connectDatabase>;
let other: ReturnType<typeof connectDatabase>;

beforeAll(async () => {
  home = await freshDatabase();
  one = connectDatabase(home.url, { maxConnections: 1 });
  other = connectDatabase(home.url, { maxConnections: 1 });
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await home.drop();
});

async function reason(statement: Promise<unknown>): Promise<unknown> {
  return statement.then(
    () => undefined,
    (error: Error) => error.cause,
  );
}

/** Sends a slow statement, and has PostgreSQL end its connection in the meantime. */
async function endDuring(statement: SQL): Promise<unknown> {
  const [backend] = await one.database.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const refusal = reason(one.database.execute(statement));
  await eventually(async () => {
    const ended = await other.database.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where pid = ${backend?.pid} and wait_event = 'PgSleep'`,
    );
    expect(ended).toHaveLength(1);
  });
  return refusal;
}

// Checks the next query on the connection, because the driver used to keep the error and the number of rows for it.
async function expectAnswer(database: Database): Promise<void> {
  expect([...(await database.execute(sql`select 42 as answer`))]).toEqual([{ answer: 42 }]);
}

test('a connection closed by PostgreSQL costs its statement alone', async () => {
  const rowsFirst = sql`select repeat('-', 9000), case when x > 20 then pg_sleep(30) end from generate_series(1, 30) x`;
  for (const statement of [sql`select pg_sleep(30)`, rowsFirst, sql`select pg_sleep(30)`]) {
    const error = await endDuring(statement);
    expect(isDatabaseAway(error)).toBe(true);
    expect(String(error)).toContain('terminating connection');
    await expectAnswer(one.database);
  }
});

test('a failed statement leaves no rows to the next', async () => {
  const failing = one.database.execute(sql`select 10 / (5 - x) from generate_series(1, 9) x`);
  expect(String(await reason(failing))).toContain('division by zero');
  await expectAnswer(one.database);
});
