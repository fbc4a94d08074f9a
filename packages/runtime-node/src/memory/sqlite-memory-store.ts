import { createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { isInScope, type MemoryScope, type MemoryStore } from '@agent-home/agent-runtime';
import type { MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { sha256Hex } from '@agent-home/protocol';
import { z } from 'zod';
import { FileMemoryStore, type MemoryLog } from './file-memory-store.ts';
import { inTransaction, openMemoryFile, toMemoryError } from './open-memory-file.ts';
import { rankEntries, searchedText, toWords } from './rank-entries.ts';
import { mostEntries, readEntry } from './read-entry.ts';
import type { Sqlite, SqliteDatabase } from './sqlite.ts';

/** Name of the file in the folder of a memory. */
export const memoryFileName = 'memory.sqlite';

const idPattern = /^[0-9a-f]{64}$/;

/** Words of a query that are searched; a longer expression would exceed limits of FTS5. */
const mostWords = 200;

const rowSchema = z.object({ id: z.string(), entry: z.string(), mac: z.instanceof(Uint8Array) });

export interface SqliteMemoryOptions {
  sqlite: Sqlite;
  /** Key of this machine that authenticates entries (ADR 0040). */
  key: () => Buffer;
  log?: MemoryLog;
  /** Maximum entries per agent; the oldest are deleted. */
  most?: number;
}

/**
 * Stores the entries of all agents of a folder in one SQLite file that several processes use at once. FTS5 selects the entries that
 * share a word with the query; they are ranked like those of other stores.
 */
export class SqliteMemoryStore implements MemoryStore {
  readonly #path: string;
  readonly #files: FileMemoryStore;
  readonly #options: Required<SqliteMemoryOptions>;
  #database: Promise<SqliteDatabase> | undefined;
  #key: Buffer | undefined;

  constructor(folder: string, { log = () => undefined, most = mostEntries, ...rest }: SqliteMemoryOptions) {
    this.#path = join(folder, memoryFileName);
    this.#files = new FileMemoryStore(folder, log);
    this.#options = { log, most, ...rest };
  }

  async recall(
    query: string,
    scope: MemoryScope & { limit: number; signal: AbortSignal },
  ): Promise<MemoryEntry[]> {
    scope.signal.throwIfAborted();
    const words = [...toWords(query)].slice(0, mostWords);
    if (words.length === 0) return [];
    const rows = await this.#act((database) => {
      scope.signal.throwIfAborted();
      return database
        .prepare(
          `SELECT id, entry, mac FROM entries JOIN search ON search.rowid = entries.number
           WHERE search MATCH ? AND agent = ? ORDER BY time DESC, id LIMIT ?`,
        )
        .all(words.map(toToken).join(' OR '), hashOf(scope.agent), this.#options.most);
    });
    const entries = this.#read(rows, scope.agent).filter((entry) => isInScope(entry, scope));
    return rankEntries(query, entries, scope.limit);
  }

  async memorize(entry: MemoryEntry, { signal }: { signal: AbortSignal }): Promise<void> {
    signal.throwIfAborted();
    await this.#act((database) => {
      signal.throwIfAborted();
      inTransaction(database, () => {
        this.#insert(database, entry);
        this.#deleteOldest(database, entry.agent);
      });
    });
    // An entry of the former backend has been replaced; its text must not stay readable there.
    await this.#files.forget(entry.agent, entry.id);
  }

  async list(agent: string): Promise<MemoryEntry[]> {
    const rows = await this.#act((database) =>
      database
        .prepare('SELECT id, entry, mac FROM entries WHERE agent = ? ORDER BY time DESC, id LIMIT ?')
        .all(hashOf(agent), this.#options.most),
    );
    return this.#read(rows, agent);
  }

  async show(agent: string, id: string): Promise<MemoryEntry | undefined> {
    if (!idPattern.test(id)) return undefined;
    const rows = await this.#act((database) =>
      database
        .prepare('SELECT id, entry, mac FROM entries WHERE agent = ? AND id = ?')
        .all(hashOf(agent), id),
    );
    return this.#read(rows, agent)[0];
  }

  async forget(agent: string, id: string): Promise<boolean> {
    if (!idPattern.test(id)) return false;
    const wasThere = await this.#act((database) => {
      const isDeleted = inTransaction(database, () => deleteEntry(database, hashOf(agent), id));
      // The log of changes keeps the text until it is written back; a reader may delay that.
      if (isDeleted) database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
      return isDeleted;
    });
    return (await this.#files.forget(agent, id)) || wasThere;
  }

  async close(): Promise<void> {
    const opened = this.#database;
    this.#database = undefined;
    await opened?.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  async #act<Result>(act: (database: SqliteDatabase) => Result): Promise<Result> {
    const { sqlite } = this.#options;
    this.#database ??= openMemoryFile(sqlite, this.#path, (database, entry) => this.#insert(database, entry));
    const opened = this.#database;
    try {
      return act(await opened);
    } catch (error) {
      if (this.#database === opened) await this.close();
      throw toMemoryError(error, this.#path);
    }
  }

  #insert(database: SqliteDatabase, entry: MemoryEntry): void {
    const [agent, text] = [hashOf(entry.agent), JSON.stringify(entry)];
    deleteEntry(database, agent, entry.id);
    const time = Date.parse(entry.time) || 0;
    database
      .prepare('INSERT INTO entries (agent, id, time, entry, mac) VALUES (?, ?, ?, ?, ?)')
      .run(agent, entry.id, time, text, this.#macOf(agent, entry.id, text));
    database
      .prepare('INSERT INTO search (rowid, words) SELECT number, ? FROM entries WHERE agent = ? AND id = ?')
      .run([...toWords(searchedText(entry))].map(toToken).join(' '), agent, entry.id);
  }

  #deleteOldest(database: SqliteDatabase, agent: string): void {
    const oldest = database
      .prepare('SELECT id FROM entries WHERE agent = ? ORDER BY time DESC, id LIMIT -1 OFFSET ?')
      .all(hashOf(agent), this.#options.most);
    for (const { id } of z.array(z.object({ id: z.string() })).parse(oldest))
      deleteEntry(database, hashOf(agent), id);
  }

  /** Reads entries; skips one that is damaged or that this machine did not write. */
  #read(rows: unknown[], agent: string): MemoryEntry[] {
    return rows.flatMap((row) => {
      const { data } = rowSchema.safeParse(row);
      const isOurs =
        data?.mac.length === 32 && timingSafeEqual(data.mac, this.#macOf(hashOf(agent), data.id, data.entry));
      const entry = isOurs ? readEntry(data.entry, agent) : undefined;
      if (entry && entry.id === data?.id) return [entry];
      this.#options.log('a memory entry is damaged and was passed by', { id: data?.id.slice(0, 64) });
      return [];
    });
  }

  #macOf(agent: string, id: string, text: string): Buffer {
    this.#key ??= this.#options.key();
    return createHmac('sha256', this.#key).update(`memory entry\n${agent}\n${id}\n${text}`).digest();
  }
}

function deleteEntry(database: SqliteDatabase, agent: string, id: string): boolean {
  database
    .prepare('DELETE FROM search WHERE rowid IN (SELECT number FROM entries WHERE agent = ? AND id = ?)')
    .run(agent, id);
  return (
    Number(database.prepare('DELETE FROM entries WHERE agent = ? AND id = ?').run(agent, id).changes) > 0
  );
}

/** Returns a word in hexadecimal: FTS5 neither splits nor folds it, and it is no operator. */
function toToken(word: string): string {
  return `x${Buffer.from(word).toString('hex')}`;
}

function hashOf(agent: string): string {
  return sha256Hex(new TextEncoder().encode(agent));
}
