import { randomUUID } from 'node:crypto';
import { closeSync, fdatasync, ftruncateSync, writeSync } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { RunRequest, RunWriter } from '@agent-home/agent-runtime';
import { Inbox } from './inbox.ts';
import { collectMacs, macBytes } from './log-mac.ts';
import type { RunPaths } from './run-paths.ts';
import { RunStoreError } from './run-store-error.ts';
import type { WriterLock } from './writer-lock.ts';

/** The MACs of a run’s records while it is written. */
interface OpenMacs {
  /** A file descriptor. */
  file: number;
  key: Buffer;
  /** MAC of the last record. */
  last: Buffer;
  /** Number of records with a MAC. */
  records: number;
}

/** Only writer of a run's folder. */
export class FileRunWriter implements RunWriter {
  readonly tornBytes: number;
  readonly #paths: RunPaths;
  /** A file descriptor. */
  readonly #log: number;
  readonly #mac: OpenMacs;
  readonly #lock: WriterLock;
  readonly #inbox: Inbox;
  /** Size of the complete lines. */
  #size: number;
  #isBroken = false;
  /** True if a request from the inbox could not be written. */
  #hasFailed = false;
  /** Syncs the folders, because a power loss could otherwise remove the names of new files. */
  #foldersSynced: Promise<void> = Promise.resolve();

  constructor(
    paths: RunPaths,
    {
      log,
      lock,
      mac,
      size,
      tornBytes,
    }: { log: number; lock: WriterLock; mac: OpenMacs; size: number; tornBytes: number },
  ) {
    this.#paths = paths;
    this.#log = log;
    this.#mac = mac;
    this.#lock = lock;
    this.#inbox = new Inbox(paths.inbox);
    this.#size = size;
    this.tornBytes = tornBytes;
    // Started at once, so that no later step waits for it.
    if (size === 0) this.#foldersSynced = syncFolders([dirname(paths.folder), paths.folder]);
  }

  async append(lines: readonly string[], beside: ReadonlyMap<string, string>): Promise<void> {
    if (this.#isBroken)
      throw new RunStoreError(
        'log_unwritable',
        'an incomplete line could not be removed from the log: check the disk',
      );
    for (const [sha256, text] of beside) await this.#putValue(sha256, text);
    // MACs first, so that every line has its MAC after a kill.
    const macs = this.#writeMacs(lines);
    this.#write(Buffer.from(`${lines.join('\n')}\n`));
    this.#mac.last = macs.subarray(-macBytes);
    this.#mac.records += lines.length;
  }

  /** Written at fixed positions: MACs of lines that could not be written are overwritten by the next ones. */
  #writeMacs(lines: readonly string[]): Buffer {
    const { file, key, last, records } = this.#mac;
    const macs = collectMacs(key, last, lines);
    try {
      for (let written = 0; written < macs.length; )
        written += writeSync(file, macs, written, macs.length - written, records * macBytes + written);
      return macs;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /**
   * Uses one write, so that a kill leaves a prefix. It is synchronous: handing a few lines to the system's cache is faster than a
   * worker thread, which every step of a run would wait for.
   */
  #write(bytes: Buffer): void {
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#log, bytes, written);
      this.#size += bytes.length;
    } catch (error) {
      this.#hasFailed = true;
      // A partial line left by a full disk must not precede the next one.
      this.#isBroken = !isCutBack(this.#log, this.#size);
      throw error;
    }
  }

  async sync(): Promise<void> {
    const sync = promisify(fdatasync);
    await Promise.all([sync(this.#mac.file), sync(this.#log), this.#foldersSynced]);
  }

  async consumeRequests(): Promise<RunRequest[]> {
    return this.#inbox.take();
  }

  async close(): Promise<void> {
    try {
      // The next writer gets requests again that could not be written to a full disk.
      if (!this.#hasFailed) await this.#inbox.settle();
      closeSync(this.#mac.file);
      closeSync(this.#log);
    } finally {
      this.#lock.release();
    }
  }

  /** Written atomically, and on the disk before the record that refers to it. */
  async #putValue(sha256: string, text: string): Promise<void> {
    const { values } = this.#paths;
    const path = join(values, sha256);
    if (await stat(path).catch(() => undefined)) return;
    await mkdir(values, { recursive: true, mode: 0o700 });
    const temporary = join(values, `.${randomUUID()}`);
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    const before = this.#foldersSynced;
    this.#foldersSynced = before.then(() => syncFolders([this.#paths.folder, values]));
  }
}

function isCutBack(fd: number, size: number): boolean {
  try {
    ftruncateSync(fd, size);
    return true;
  } catch {
    return false;
  }
}

async function syncFolders(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map(syncFolder));
}

/** Syncs a folder. Where this is unsupported, the system does it by itself. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
