import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a separate database for one test file, cloned from the migrated template. */
export function freshDatabase(): Promise<TestDatabase> {
  return createDatabase('template_home');
}

/** Creates a database without tables. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `home_${randomBytes(6).toString('hex')}`;
  await run(
    adminUrl,
    (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`,
  );
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => run(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

async function run(url: string, query: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    await query(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}
