import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isInScope, type MemoryScope, type MemoryStore } from '@agent-home/agent-runtime';
import type { MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { sha256Hex } from '@agent-home/protocol';
import { EntryFiles, entryName, namesIn, readFileEntry } from './entry-files.ts';
import { isMissing } from './is-missing.ts';
import { rankEntries } from './rank-entries.ts';
import { mostEntries, newestFirst } from './read-entry.ts';
import { forgetVectors } from './vector-file.ts';

export type MemoryLog = (message: string, facts: Record<string, unknown>) => void;

const idPattern = /^[0-9a-f]{64}$/;
/** A half-written file of this age belongs to a dead process. */
const halfWrittenMs = 3_600_000;

/** Stores each entry as a JSON file, in one folder per agent. No name from outside becomes a path: folders are named by sha256. */
export class FileMemoryStore implements MemoryStore {
  readonly #folder: string;
  readonly #log: MemoryLog;
  readonly #most: number;
  readonly #files = new EntryFiles();

  constructor(folder: string, log: MemoryLog = () => undefined, { most = mostEntries } = {}) {
    this.#folder = folder;
    this.#log = log;
    this.#most = most;
  }

  async recall(
    query: string,
    scope: MemoryScope & { limit: number; signal: AbortSignal },
  ): Promise<MemoryEntry[]> {
    return rankEntries(query, await this.inScope(scope, scope.signal), scope.limit);
  }

  /** Newest first. */
  async inScope(scope: MemoryScope, signal: AbortSignal): Promise<MemoryEntry[]> {
    return (await this.#read(scope.agent, signal)).filter((entry) => isInScope(entry, scope));
  }

  async memorize(entry: MemoryEntry, { signal }: { signal: AbortSignal }): Promise<void> {
    signal.throwIfAborted();
    const folder = this.getFolder(entry.agent);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${entry.id}.json`);
    const unfinished = join(folder, `${entry.id}.${randomBytes(6).toString('hex')}.new`);
    try {
      await writeWhole(unfinished, `${JSON.stringify(entry)}\n`);
      signal.throwIfAborted();
      // Whole or not at all: a process that dies here leaves no half entry in its place.
      renameSync(unfinished, path);
    } catch (error) {
      await unlink(unfinished).catch(() => undefined);
      throw error;
    }
    await this.#forgetOldest(folder, entry.agent).catch((error: unknown) =>
      this.#log('old memories could not be cleared away', { error }),
    );
  }

  list(agent: string): Promise<MemoryEntry[]> {
    return this.#read(agent);
  }

  async show(agent: string, id: string): Promise<MemoryEntry | undefined> {
    return idPattern.test(id) ? readFileEntry(join(this.getFolder(agent), `${id}.json`), agent) : undefined;
  }

  async forget(agent: string, id: string): Promise<boolean> {
    if (!idPattern.test(id)) return false;
    await forgetVectors(this.getFolder(agent), id);
    return removed(join(this.getFolder(agent), `${id}.json`));
  }

  getFolder(agent: string): string {
    return join(this.#folder, sha256Hex(new TextEncoder().encode(agent)));
  }

  async #read(agent: string, signal?: AbortSignal): Promise<MemoryEntry[]> {
    signal?.throwIfAborted();
    const passBy = (file: string) => this.#log('a memory file is damaged and was passed by', { file });
    const entries = await this.#files.read(this.getFolder(agent), agent, { signal, passBy });
    return newestFirst(entries).slice(0, this.#most);
  }

  /**
   * Deletes the oldest entries, so that lookups stay fast for long-lived agents. A 5 % excess is allowed, because pruning reads
   * every entry.
   */
  async #forgetOldest(folder: string, agent: string): Promise<void> {
    const names = namesIn(folder);
    for (const name of names.filter((each) => each.endsWith('.new'))) {
      const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }));
      if (Date.now() - mtimeMs > halfWrittenMs) await removed(join(folder, name));
    }
    const kept = names.filter((each) => entryName.test(each));
    if (kept.length <= this.#most + Math.floor(this.#most / 20)) return;
    const newest = new Set((await this.#read(agent)).map(({ id }) => `${id}.json`));
    for (const name of kept) {
      const entry = newest.has(name) ? undefined : await readFileEntry(join(folder, name), agent);
      // A damaged file stays, so that it can be repaired.
      if (entry) await this.forget(agent, entry.id);
    }
  }
}

const synced = promisify(fsync);

/** Only the sync is asynchronous: the other calls take less time than a switch to another thread. */
async function writeWhole(path: string, text: string): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    writeFileSync(file, text);
    await synced(file);
  } finally {
    closeSync(file);
  }
}

/** @returns whether it was there */
async function removed(path: string): Promise<boolean> {
  return unlink(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
}
