import { isInScope, type MemoryScope, type MemoryStore } from '@agent-home/agent-runtime';
import type { MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { sha256HexOfText as hash } from '@agent-home/protocol';
import type { ISql } from 'postgres';
import { z } from 'zod';
import type { Embedder } from './embeddings.ts';
import type { MemoryLog } from './file-memory-store.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { rankEntries, searchedText } from './rank-entries.ts';
import { mostEntries, mostEntryBytes, newestFirst, readEntry } from './read-entry.ts';

/** Texts that one recall embeds in addition to its query: entries stored while the endpoint was unavailable. */
const mostAtOnce = 32;

/** Rows that a search reads in addition, so that damaged ones displace no whole ones. */
const spareRows = 20;

const idPattern = /^[0-9a-f]{64}$/;

/** The entry is null if it is too large to be one of ours. */
const rowsSchema = z.array(z.object({ id: z.string(), entry: z.string().nullable() }));
const storedSchema = z.tuple([z.object({ model: z.string().nullable() })]);

export interface PostgresMemoryOptions {
  /** May contain a password, so it is never part of an error or a log. */
  url: string;
  /** Namespace of the agents, because two projects may have an agent of the same name. */
  space?: string;
  /** Maximum entries per agent; the oldest are deleted. */
  most?: number;
  /** Without it, entries are stored without vectors and searched by words. */
  embedder?: Embedder;
  log?: MemoryLog;
}

/** Stores the entries of all agents with their vectors in one table of PostgreSQL, and searches them by meaning with pgvector. */
export class PostgresMemoryStore implements MemoryStore {
  readonly #connection: PostgresConnection;
  readonly #space: string;
  readonly #most: number;
  readonly #embedder: Embedder | undefined;
  readonly #log: MemoryLog;

  constructor({
    url,
    space = '',
    most = mostEntries,
    embedder,
    log = () => undefined,
  }: PostgresMemoryOptions) {
    this.#connection = new PostgresConnection(url);
    this.#space = space;
    this.#most = most;
    this.#embedder = embedder;
    this.#log = log;
  }

  /**
   * Returns the nearest entries first, then entries without a vector, by their words. Fails without the endpoint: words instead of
   * meaning would silently be a different memory.
   */
  async recall(
    query: string,
    scope: MemoryScope & { limit: number; signal: AbortSignal },
  ): Promise<MemoryEntry[]> {
    const { signal, limit, agent } = scope;
    signal.throwIfAborted();
    if (query.trim() === '' || !(await this.#hasEntries(scope))) return [];
    const [wanted] = (await this.#embedder?.embed([query], signal)) ?? [];
    signal.throwIfAborted();
    const without = await this.#withoutVector(scope, wanted?.length);
    const embedded = await this.#embed(agent, without, signal);
    signal.throwIfAborted();
    const near = wanted ? await this.#nearest(scope, wanted) : [];
    const rest = without.filter(({ id }) => !embedded.has(id));
    return [...near, ...rankEntries(query, rest, limit)].slice(0, limit);
  }

  /** Stores the text even if its vector cannot be computed; a later recall computes it. */
  async memorize(entry: MemoryEntry, { signal }: { signal: AbortSignal }): Promise<void> {
    signal.throwIfAborted();
    const owner = this.#owner(entry.agent);
    const { id, tags = [], session_id } = entry;
    const time = Date.parse(entry.time) || 0;
    const [, stored] = await this.#connection.run((sql) =>
      sql.begin((transaction) => [
        lockOwner(transaction, owner),
        // The vector of another text is removed.
        transaction`
          INSERT INTO agent_home_memory AS known (owner, id, time, session, tags, entry, text_sha256)
          VALUES (${owner}, ${id}, ${time}, ${hash(session_id)}, ${textArray(transaction, tags)},
            ${JSON.stringify(entry)}, ${hash(searchedText(entry))})
          ON CONFLICT (owner, id) DO UPDATE SET
            time = excluded.time, session = excluded.session, tags = excluded.tags, entry = excluded.entry,
            model = CASE WHEN known.text_sha256 = excluded.text_sha256 THEN known.model END,
            embedding = CASE WHEN known.text_sha256 = excluded.text_sha256 THEN known.embedding END,
            text_sha256 = excluded.text_sha256
          RETURNING model`,
        transaction`
          DELETE FROM agent_home_memory WHERE owner = ${owner} AND id IN (
            SELECT id FROM agent_home_memory WHERE owner = ${owner}
            ORDER BY time DESC, id OFFSET ${this.#most})`,
      ]),
    );
    const [{ model }] = storedSchema.parse([...stored]);
    if (this.#embedder && model !== this.#embedder.model) await this.#embed(entry.agent, [entry], signal);
  }

  async list(agent: string): Promise<MemoryEntry[]> {
    const rows = await this.#connection.run(
      (sql) => sql`
        SELECT id, ${entryIn(sql)} FROM agent_home_memory WHERE owner = ${this.#owner(agent)}
        ORDER BY time DESC, id LIMIT ${this.#most}`,
    );
    return newestFirst(this.#read(rows, agent));
  }

  async show(agent: string, id: string): Promise<MemoryEntry | undefined> {
    if (!idPattern.test(id)) return undefined;
    const rows = await this.#connection.run(
      (sql) => sql`
        SELECT id, ${entryIn(sql)} FROM agent_home_memory WHERE owner = ${this.#owner(agent)} AND id = ${id}`,
    );
    return this.#read(rows, agent)[0];
  }

  async forget(agent: string, id: string): Promise<boolean> {
    if (!idPattern.test(id)) return false;
    const { count } = await this.#connection.run(
      (sql) => sql`DELETE FROM agent_home_memory WHERE owner = ${this.#owner(agent)} AND id = ${id}`,
    );
    return count > 0;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #hasEntries(scope: MemoryScope): Promise<boolean> {
    const rows = await this.#connection.run(
      (sql) => sql`SELECT 1 FROM agent_home_memory WHERE ${this.#inScope(sql, scope)} LIMIT 1`,
    );
    return rows.length > 0;
  }

  /** Returns the entries without a vector of this model and these dimensions, newest first. */
  async #withoutVector(scope: MemoryScope, dimensions: number | undefined): Promise<MemoryEntry[]> {
    const model = this.#embedder?.model ?? null;
    const rows = await this.#connection.run(
      (sql) => sql`
        SELECT id, ${entryIn(sql)} FROM agent_home_memory
        WHERE ${this.#inScope(sql, scope)}
          AND (model = ${model} AND dimensions = ${dimensions ?? 0}) IS NOT TRUE
        ORDER BY time DESC, id LIMIT ${this.#most}`,
    );
    return this.#read(rows, scope.agent).filter((entry) => isInScope(entry, scope));
  }

  async #nearest(scope: MemoryScope & { limit: number }, wanted: Float32Array): Promise<MemoryEntry[]> {
    const model = this.#embedder?.model ?? null;
    const rows = await this.#connection.run(
      (sql) => sql`
        SELECT id, ${entryIn(sql)} FROM (
          SELECT *,
            -- Only CASE guarantees that vectors of other dimensions are not compared, which would be an error.
            CASE WHEN model = ${model} AND dimensions = ${wanted.length}
              THEN embedding <=> ${toText(wanted)}::vector END AS distance
          FROM agent_home_memory WHERE ${this.#inScope(sql, scope)}) AS compared
        WHERE distance < 1 ORDER BY distance, time DESC, id LIMIT ${scope.limit + spareRows}`,
    );
    return this.#read(rows, scope.agent).filter((entry) => isInScope(entry, scope));
  }

  /** Embeds and stores the vectors of the first texts. Returns the ids of those that have one now. */
  async #embed(agent: string, entries: readonly MemoryEntry[], signal: AbortSignal): Promise<Set<string>> {
    const texts = entries
      .map((entry) => ({ id: entry.id, text: searchedText(entry) }))
      .filter(({ text }) => text.trim() !== '')
      .slice(0, mostAtOnce);
    if (!this.#embedder || texts.length === 0) return new Set();
    try {
      const vectors = await this.#embedder.embed(
        texts.map(({ text }) => text),
        signal,
      );
      const made = texts.flatMap(({ id, text }, place) => {
        const vector = vectors[place];
        return vector ? [{ id, text_sha256: hash(text), embedding: toText(vector) }] : [];
      });
      await this.#storeVectors(agent, this.#embedder.model, made);
      return new Set(made.map(({ id }) => id));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : 'failed';
      this.#log('texts of a memory have no vectors yet; a later recall makes them', {
        texts: texts.length,
        code,
      });
      return new Set();
    }
  }

  /** Stores no vector for a text that another process has changed since. */
  async #storeVectors(
    agent: string,
    model: string,
    made: readonly { id: string; text_sha256: string; embedding: string }[],
  ): Promise<void> {
    const owner = this.#owner(agent);
    await this.#connection.run((sql) =>
      sql.begin((transaction) => [
        lockOwner(transaction, owner),
        transaction`
          UPDATE agent_home_memory AS known SET model = ${model}, embedding = made.embedding::vector
          FROM jsonb_to_recordset(${JSON.stringify(made)}::text::jsonb)
            AS made (id text, text_sha256 text, embedding text)
          WHERE known.owner = ${owner} AND known.id = made.id AND known.text_sha256 = made.text_sha256`,
      ]),
    );
  }

  #read(rows: unknown, agent: string): MemoryEntry[] {
    return rowsSchema.parse(rows).flatMap(({ id, entry: text }) => {
      const entry = readEntry(text, agent);
      if (entry?.id === id) return [entry];
      this.#log('a memory entry is damaged and was passed by', { id: id.slice(0, 64) });
      return [];
    });
  }

  #inScope(sql: ISql, { agent, session, scope, tags = [] }: MemoryScope) {
    return sql`owner = ${this.#owner(agent)} AND (${scope === 'agent'} OR session = ${hash(session)})
      AND tags @> ${textArray(sql, tags)}`;
  }

  #owner(agent: string): string {
    return hash(JSON.stringify([this.#space, agent]));
  }
}

/** Writers of one agent wait for each other, so that its limit holds and no two of them lock each other's rows. */
function lockOwner(sql: ISql, owner: string) {
  return sql`SELECT set_config('lock_timeout', '2000', true), pg_advisory_xact_lock(hashtextextended(${owner}, 0))`;
}

/** The driver would need a query for the types of arrays. */
function textArray(sql: ISql, texts: readonly string[]) {
  return sql`ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb))`;
}

function entryIn(sql: ISql) {
  return sql`CASE WHEN length(entry) <= ${mostEntryBytes} THEN entry END AS entry`;
}

function toText(vector: Float32Array): string {
  return `[${vector.join(',')}]`;
}
