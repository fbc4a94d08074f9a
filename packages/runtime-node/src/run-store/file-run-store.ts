import { closeSync, constants, fstatSync, ftruncateSync, mkdirSync, openSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRequest, RunStore, RunSummary, RunWriter, StoredLog } from '@agent-home/agent-runtime';
import { logKey } from '../state/log-key.ts';
import { FileRunWriter } from './file-run-writer.ts';
import { followLog } from './follow-log.ts';
import { Inbox } from './inbox.ts';
import { firstMac } from './log-mac.ts';
import { notAuthentic, requireAuthentic } from './not-authentic.ts';
import { type LogPart, readLines } from './read-lines.ts';
import { isRunId, type RunPaths, runPaths } from './run-paths.ts';
import { RunStoreError } from './run-store-error.ts';
import { lockSession } from './session-lock.ts';
import { type LogOnDisk, readStoredLog, readValue } from './stored-log.ts';
import { summarizeRun } from './summarize-run.ts';
import { WriterLock } from './writer-lock.ts';

const filesAtOnce = 32;

/**
 * Stores runs as folders of files below the state directory. Logs are authenticated with the key of this machine, independent of
 * the folder's location: a log from elsewhere is read-only (ADR 0040).
 */
export class FileRunStore implements RunStore {
  readonly #folder: string;
  readonly #readKey: () => Buffer;
  #known: Buffer | undefined;

  /**
   * @param folder folder of the runs; created with the first run
   * @param key returns the key of the logs; called on first use
   */
  constructor(folder: string, { key = logKey }: { key?: () => Buffer } = {}) {
    this.#folder = folder;
    this.#readKey = key;
  }

  async create(runId: string): Promise<RunWriter> {
    const paths = runPaths(this.#folder, runId);
    const key = this.#key();
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    makeFolder(paths.folder, runId);
    mkdirSync(paths.inbox, { mode: 0o700 });
    const lock = WriterLock.take(paths.lock, runId);
    const log = openSync(paths.log, 'ax', 0o600);
    const mac = { file: openMacs(paths), key, last: firstMac(key, runId), records: 0 };
    return new FileRunWriter(paths, { log, lock, mac, size: 0, tornBytes: 0 });
  }

  async lock(runId: string): Promise<RunWriter> {
    const paths = runPaths(this.#folder, runId);
    await this.#require(runId);
    const lock = WriterLock.take(paths.lock, runId);
    try {
      const stored = await this.#read(runId);
      const authentic = stored.authentic();
      if (!authentic) throw notAuthentic(runId);
      const { lines: records, mac: last } = authentic;
      const tornBytes = stored.tornBytes + getBytes(stored.lines.slice(records));
      const log = openSync(paths.log, 'a');
      try {
        const size = fstatSync(log).size - tornBytes;
        if (tornBytes > 0) ftruncateSync(log, size);
        const mac = { file: openMacs(paths), key: this.#key(), last, records };
        return new FileRunWriter(paths, { log, lock, mac, size, tornBytes });
      } catch (error) {
        closeSync(log);
        throw error;
      }
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /**
   * @param limits `largest`: bytes of the largest log that is read
   * @throws RunStoreError `no_such_run`, `log_unreadable`
   */
  async read(runId: string, { largest }: { largest?: number } = {}): Promise<StoredLog> {
    return this.#read(runId, largest);
  }

  async list(filter: { agent?: string; sessionId?: string } = {}): Promise<RunSummary[]> {
    const names = await this.#names();
    const summaries: RunSummary[] = [];
    // Reads in batches, because a process has a limited number of open files, and a run that cannot be opened would be missing.
    for (let first = 0; first < names.length; first += filesAtOnce) {
      const some = names.slice(first, first + filesAtOnce);
      const found = await Promise.all(
        some.map((name) => summarizeRun(join(this.#folder, name, 'log.jsonl'))),
      );
      // No command finds a log in the folder of another run, so it is not listed either.
      summaries.push(
        ...found.filter((run, index): run is RunSummary => run !== undefined && run.runId === some[index]),
      );
    }
    return summaries
      .filter(({ agent }) => filter.agent === undefined || agent === filter.agent)
      .filter(({ sessionId }) => filter.sessionId === undefined || sessionId === filter.sessionId)
      .sort((one, other) => compare(other.startedAt, one.startedAt) || compare(other.runId, one.runId));
  }

  /** Returns the summary of one run; undefined if its log has no readable start of this run. */
  async summarize(runId: string): Promise<RunSummary | undefined> {
    const run = await summarizeRun(runPaths(this.#folder, runId).log);
    return run?.runId === runId ? run : undefined;
  }

  /** Returns the ids of all runs that have a log, readable or not, each with its mark. */
  async marks(): Promise<Map<string, string>> {
    const names = (await this.#names()).filter(isRunId);
    const marks = new Map<string, string>();
    for (let first = 0; first < names.length; first += filesAtOnce) {
      const some = names.slice(first, first + filesAtOnce);
      const found = await Promise.all(some.map(async (name) => [name, await this.mark(name)] as const));
      for (const [name, mark] of found) if (mark !== undefined) marks.set(name, mark);
    }
    return marks;
  }

  /** Returns a mark of a run's log that changes when the log does; undefined if there is no log. */
  async mark(runId: string): Promise<string | undefined> {
    const log = await stat(runPaths(this.#folder, runId).log).catch(() => undefined);
    return log && [log.ino, log.size, log.mtimeMs, log.ctimeMs].join(':');
  }

  /**
   * Reads complete lines of a log from a byte offset, which are on the disk then.
   * @throws NotRegularError; the system's error
   */
  async linesFrom(runId: string, offset: number): Promise<LogPart> {
    const { log, macs } = runPaths(this.#folder, runId);
    return readLines(log, offset, [macs]);
  }

  /** Returns an attachment of a run's log; undefined if there is none. */
  value(runId: string, sha256: string): string | undefined {
    return readValue(runPaths(this.#folder, runId).values, sha256);
  }

  async request(runId: string, request: RunRequest): Promise<void> {
    const { inbox } = runPaths(this.#folder, runId);
    await this.#require(runId);
    requireAuthentic(runId, await this.#read(runId));
    await new Inbox(inbox).put(request);
  }

  /** Returns the process that currently writes a run. */
  async writer(runId: string): Promise<number | undefined> {
    return WriterLock.holder(runPaths(this.#folder, runId).lock);
  }

  /**
   * Locks an agent's session, so that the caller is its only writer.
   * @returns function that releases the lock
   * @throws RunStoreError `session_busy`, `sessions_unusable`
   */
  async lockSession(session: { agent: string; sessionId: string }): Promise<() => void> {
    const lock = lockSession(this.#folder, session);
    return () => lock.release();
  }

  /** Yields the lines of a run, existing and new ones, until the signal aborts. @throws RunStoreError `no_such_run` */
  async *follow(runId: string, signal: AbortSignal): AsyncGenerator<string> {
    await this.#require(runId);
    yield* followLog(runPaths(this.#folder, runId).log, signal);
  }

  async #read(runId: string, largest?: number): Promise<LogOnDisk> {
    return readStoredLog(runPaths(this.#folder, runId), {
      runId,
      key: () => this.#key(),
      ...(largest === undefined ? {} : { largest }),
    });
  }

  #key(): Buffer {
    this.#known ??= this.#readKey();
    return this.#known;
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#folder);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return [];
      throw new RunStoreError('log_unreadable', `the runs in ${this.#folder} cannot be read: ${code}`);
    }
  }

  async #require(runId: string): Promise<void> {
    const { log } = runPaths(this.#folder, runId);
    const found = await stat(log).catch(() => undefined);
    if (!found)
      throw new RunStoreError('no_such_run', `run ${runId} does not exist: see agent-home runs list`);
    if (!found.isFile())
      throw new RunStoreError('log_unreadable', `the log of ${runId} is not a regular file`);
  }
}

function makeFolder(folder: string, runId: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new RunStoreError('run_exists', `there is a run ${runId}`);
    throw error;
  }
}

/**
 * Opens the MACs of a run for writing, without following a link. Each MAC has a fixed position, and the file is never truncated.
 */
function openMacs({ macs }: RunPaths): number {
  const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  return openSync(macs, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
}

function getBytes(lines: readonly string[]): number {
  return lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
