import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { requireFinishedRestore } from '../backup/unfinished-restore.ts';
import { openClient } from '../client/open-client.ts';

const migrationLock = 4_600_001;
const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/**
 * Migrates the schema. Any number of processes may call this at once: one migrates, the others wait.
 * @throws BackupError `restore_unfinished`, because a home with half of its past would contradict the bucket
 */
export async function migrateDatabase(url: string): Promise<void> {
  await migrateFrom(url, migrationsFolder, requireFinishedRestore);
}

/** Returns the names of the migrations in this build, oldest first: hashes of their content. */
export function knownMigrations(): string[] {
  return readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
}

/** Applies the first `count` migrations, or all, to a database that is being restored. */
export async function migrateRestored(url: string, count = Number.POSITIVE_INFINITY): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-migrations-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const file = join(folder, 'meta', '_journal.json');
    const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: unknown[] };
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    await migrateFrom(url, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function migrateFrom(
  url: string,
  folder: string,
  before: (client: ReturnType<typeof openClient>) => Promise<void> = async () => {},
): Promise<void> {
  const client = openClient(url, 1);
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    await before(client);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end({ timeout: 5 });
  }
}
