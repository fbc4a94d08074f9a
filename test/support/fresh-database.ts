import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';

/** A database of its own for one test file, cloned from the migrated template. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const adminUrl = inject('postgresUrl');
  const name = `home_${randomBytes(6).toString('hex')}`;
  await run(adminUrl, (sql) => sql`create database ${sql(name)} template template_home`);
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
