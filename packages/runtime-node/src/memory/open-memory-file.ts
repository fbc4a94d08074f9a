import { closeSync, constants, lstatSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { z } from 'zod';
import { MemoryError } from './memory-error.ts';
import { readAllEntries } from './read-all-entries.ts';
import type { Sqlite, SqliteDatabase } from './sqlite.ts';

/** `AHM1`: marks the file as a memory of agents. */
const applicationId = 0x41484d31;
const newestVersion = 1;

/** Shorter than the run's timeout for memory, so that a busy file is reported as such. */
const busyMs = 2_000;

const schema = `
CREATE TABLE entries (
  number INTEGER PRIMARY KEY,
  agent TEXT NOT NULL,
  id TEXT NOT NULL,
  time INTEGER NOT NULL,
  entry TEXT NOT NULL,
  mac BLOB NOT NULL,
  UNIQUE (agent, id)
) STRICT;
CREATE INDEX entries_by_time ON entries (agent, time DESC, id);
CREATE VIRTUAL TABLE search USING fts5(words);
INSERT INTO search (search, rank) VALUES ('secure-delete', 1);
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${newestVersion};`;

/**
 * Opens the file of a memory, or creates it with the entries of the backend `filesystem` in its folder.
 * @param insert stores an entry; called in the transaction that creates the file
 * @throws MemoryError `memory_file_corrupted`, `memory_file_foreign`, `memory_file_unusable`, `memory_busy`, `memory_disk_full`
 */
export async function openMemoryFile(
  { DatabaseSync }: Sqlite,
  path: string,
  insert: (database: SqliteDatabase, entry: MemoryEntry) => void,
): Promise<SqliteDatabase> {
  createFile(path);
  let database: SqliteDatabase | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA trusted_schema = OFF`);
    if (isEmpty(database, path)) await fill(database, path, insert);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    if (readPragma(database, 'quick_check(1)') !== 'ok') throw corrupted(path);
    return database;
  } catch (error) {
    database?.close();
    throw toMemoryError(error, path);
  }
}

/** Creates a private file; SQLite would create one with the rights of the process. */
function createFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
    closeSync(openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600));
    for (const file of [path, `${path}-wal`, `${path}-shm`]) {
      const status = lstatSync(file, { throwIfNoEntry: false });
      if (status && !status.isFile()) throw unusable(file);
    }
  } catch (error) {
    throw error instanceof MemoryError ? error : unusable(path);
  }
}

/** Returns true for a new file. @throws MemoryError `memory_file_foreign` */
function isEmpty(database: SqliteDatabase, path: string): boolean {
  const [application, version] = [
    readPragma(database, 'application_id'),
    readPragma(database, 'user_version'),
  ];
  if (application === applicationId && version === newestVersion) return false;
  const { tables } = z
    .object({ tables: z.number() })
    .parse(database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get());
  if (application === 0 && version === 0 && tables === 0) return true;
  const isNewer = application === applicationId;
  throw new MemoryError(
    'memory_file_foreign',
    isNewer
      ? `${path} was written by a newer version: update agent-home`
      : `${path} is a database of another program: move it away`,
  );
}

async function fill(
  database: SqliteDatabase,
  path: string,
  insert: (database: SqliteDatabase, entry: MemoryEntry) => void,
): Promise<void> {
  const entries = await readAllEntries(dirname(path));
  inTransaction(database, () => {
    // Another process may have created it meanwhile.
    if (!isEmpty(database, path)) return;
    database.exec(schema);
    for (const entry of entries) insert(database, entry);
  });
}

/** Runs changes that are made whole or not at all, and alone. */
export function inTransaction<Result>(database: SqliteDatabase, act: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = act();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself; the first error is the cause.
    }
    throw error;
  }
}

function readPragma(database: SqliteDatabase, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined;
}

/** Returns an error of the file with its code and remedy; messages of SQLite may quote a text. */
export function toMemoryError(error: unknown, path: string): unknown {
  if (error instanceof MemoryError || !(error instanceof Error)) return error;
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode % 256 : undefined;
  if (code === undefined) return error;
  if (code === 11 || code === 26) return corrupted(path);
  if (code === 5 || code === 6)
    return new MemoryError('memory_busy', `${path} was in use for more than ${busyMs} ms: try again`);
  if (code === 13) return new MemoryError('memory_disk_full', `${path} cannot grow: free some disk space`);
  return unusable(path);
}

function corrupted(path: string): MemoryError {
  return new MemoryError(
    'memory_file_corrupted',
    `${path} is damaged: restore it from a backup, or move it away to begin with an empty memory`,
  );
}

function unusable(path: string): MemoryError {
  return new MemoryError(
    'memory_file_unusable',
    `${path} cannot be read and written as a regular file: check its owner and its kind`,
  );
}
