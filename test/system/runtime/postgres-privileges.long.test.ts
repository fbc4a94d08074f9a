import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort, type RunningPostgres, startPostgres } from '@agent-home/local-postgres';
import { PostgresMemoryStore } from '@agent-home/runtime-node';
import { toEntry } from '@agent-home/runtime-node/contract';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../support/fresh-database.ts';

const { signal } = new AbortController();
const password = 'canary-of-postgres-4713';

/** Members of pgvector that creating the table and reading it need, because npm's PostgreSQL has no pgvector. */
const standIn = `
CREATE DOMAIN vector AS real[];
CREATE FUNCTION vector_dims(vector) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT cardinality($1)';
`;

let folder = '';
let server: RunningPostgres;
beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/agent-home-test-');
  // PostgreSQL does not run as root: its user needs access.
  await chmod(folder, 0o755);
  const extensions = join(folder, 'share/extension');
  await mkdir(extensions, { recursive: true });
  await writeFile(join(extensions, 'vector.control'), "default_version = '1.0'\ntrusted = true\n");
  await writeFile(join(extensions, 'vector--1.0.sql'), standIn);
  server = await startPostgres({
    dataDirectory: join(folder, 'postgres'),
    password,
    settings: ['fsync=off', `extension_control_path=${join(folder, 'share')}:$system`],
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function openStore(url: string): PostgresMemoryStore {
  const store = new PostgresMemoryStore({ url });
  onTestFinished(() => store.close());
  return store;
}

async function runSql(database: string, ...statements: string[]): Promise<void> {
  const sql = postgres(server.url(database), { max: 1, fetch_types: false, onnotice: () => undefined });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

const asUser = (user: string, database: string) =>
  server.url(database).replace('postgres:canary', `${user}:canary`);

async function failureOf(store: PostgresMemoryStore): Promise<unknown> {
  return store.list('ada').catch((error: unknown) => error);
}

describe('memory in a PostgreSQL with users', () => {
  test('processes that create the table at the same time all store', async () => {
    await server.createDatabase('crowded');
    const stores = Array.from({ length: 8 }, () => openStore(server.url('crowded')));
    await Promise.all(stores.map((store, number) => store.memorize(toEntry(`number ${number}`), { signal })));
    expect(await stores[0]?.list('ada')).toHaveLength(8);
  });

  test('a user without the right to create uses a table that exists', async () => {
    await server.createDatabase('shared');
    await runSql(
      'shared',
      `CREATE ROLE writer LOGIN PASSWORD '${password}'`,
      'REVOKE CREATE ON DATABASE shared FROM PUBLIC',
      'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    );
    const writer = openStore(asUser('writer', 'shared'));
    expect(await failureOf(writer)).toMatchObject({
      code: 'pgvector_missing',
      message: expect.stringContaining('CREATE EXTENSION vector'),
    });
    await runSql('shared', 'CREATE EXTENSION vector');
    expect(await failureOf(writer)).toMatchObject({ code: 'postgres_refused' });
    expect(await openStore(server.url('shared')).list('ada')).toEqual([]);
    await runSql('shared', 'GRANT SELECT, INSERT, UPDATE, DELETE ON agent_home_memory TO writer');
    const entry = toEntry('blue');
    await writer.memorize(entry, { signal });
    expect(await writer.list('ada')).toEqual([entry]);
  });

  test('a server without pgvector is reported with its remedy', async () => {
    const database = await emptyDatabase();
    onTestFinished(() => database.drop());
    expect(await failureOf(openStore(database.url))).toMatchObject({
      code: 'pgvector_missing',
      message: expect.stringMatching(/the server has no pgvector: install pgvector/),
    });
  });

  test('a connection that the server ends is opened again', async () => {
    await server.createDatabase('ending');
    const store = openStore(server.url('ending'));
    await store.memorize(toEntry('blue'), { signal });
    await runSql(
      'postgres',
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'ending'",
    );
    await failureOf(store);
    expect(await store.list('ada')).toHaveLength(1);
  });

  test('the address of PostgreSQL is in no error', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const at = (user: string, where: string) => `postgres://${user}:${password}-x@${where}`;
    const addresses = [
      [at('postgres', `127.0.0.1:${server.port}/postgres`), 'postgres_refused'],
      [at('nobody', `127.0.0.1:${server.port}/postgres`), 'postgres_refused'],
      [server.url('nowhere'), 'postgres_refused'],
      [at('postgres', `127.0.0.1:${await freePort()}/postgres`), 'postgres_unavailable'],
      [at('postgres', `127.0.0.1:${port}/postgres`), 'postgres_unavailable'],
      [`no address with ${password}`, 'postgres_unavailable'],
    ] as const;
    for (const [url, code] of addresses) {
      const failure = await failureOf(openStore(url));
      expect(failure).toMatchObject({ code });
      expect(`${String(failure)} ${JSON.stringify(failure)} ${(failure as Error).stack}`).not.toContain(
        'canary',
      );
    }
  });

  test('no password of the environment is sent to PostgreSQL', async () => {
    const before = process.env.PGPASSWORD;
    process.env.PGPASSWORD = password;
    try {
      const store = openStore(`postgres://postgres@127.0.0.1:${server.port}/postgres`);
      expect(await failureOf(store)).toMatchObject({ code: 'postgres_refused' });
    } finally {
      if (before === undefined) delete process.env.PGPASSWORD;
      else process.env.PGPASSWORD = before;
    }
  });
});
