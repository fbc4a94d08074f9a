import type { Sql } from 'postgres';
import { MemoryError } from './memory-error.ts';

/**
 * Creates the table of all agents' entries if it is missing. Privileges to create are needed only then, and two processes create it
 * one after the other.
 * @throws MemoryError `pgvector_missing`, and errors of the driver
 */
export async function prepareTable(sql: Sql): Promise<Sql> {
  const [found] = await sql`SELECT to_regclass('agent_home_memory') IS NOT NULL AS "isThere"`;
  if (found?.isThere === true) return sql;
  await sql.begin(async (transaction) => {
    await transaction`SELECT pg_advisory_xact_lock(hashtext('agent_home_memory'))`;
    await transaction`CREATE EXTENSION IF NOT EXISTS vector`.catch((error: unknown) => {
      throw withoutExtension(error);
    });
    await transaction`
      CREATE TABLE IF NOT EXISTS agent_home_memory (
        owner text NOT NULL,
        id text NOT NULL,
        time bigint NOT NULL,
        session text NOT NULL,
        tags text[] NOT NULL,
        entry text NOT NULL,
        text_sha256 text NOT NULL,
        model text,
        embedding vector,
        dimensions integer GENERATED ALWAYS AS (vector_dims(embedding)) STORED,
        PRIMARY KEY (owner, id)
      )`;
    await transaction`
      CREATE INDEX IF NOT EXISTS agent_home_memory_newest ON agent_home_memory (owner, time DESC, id)`;
  });
  return sql;
}

/** SQLSTATE of a server without the files of the extension, in present and former versions, and of a missing privilege. */
const reasons = ['0A000', '58P01', '42501'];

function withoutExtension(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string' || !reasons.includes(code)) return error;
  const why =
    code === '42501' ? 'the user of memory.postgres.url may not create it' : 'the server has no pgvector';
  return new MemoryError(
    'pgvector_missing',
    `the database has no extension vector, and ${why}: install pgvector on the server and run CREATE EXTENSION vector in the database as its administrator`,
  );
}
