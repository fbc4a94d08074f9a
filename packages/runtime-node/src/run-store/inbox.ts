import { randomUUID } from 'node:crypto';
import { lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { personsWords, type RunRequest } from '@agent-home/agent-runtime';
import { asJson, canonicalJson } from '@agent-home/protocol';
import { z } from 'zod';
import { openRegular } from './open-regular.ts';
import { RunStoreError } from './run-store-error.ts';

// A log cannot hold lone surrogates.
const text = (most: number) =>
  z
    .string()
    .max(most)
    .transform((written) => written.toWellFormed());
/** A log can hold neither lone surrogates nor infinite numbers. */
function isLoggable(values: object): boolean {
  try {
    return canonicalJson(asJson(values)).length > 0;
  } catch {
    return false;
  }
}

/** Requests of other processes. Only this process may send answers of the clock or of a set-up. */
const requestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cancel'), reason: text(1_000) }),
  z.strictObject({
    kind: z.literal('answer'),
    questionId: z.string().regex(/^ask_[0-9a-f]{32}$/),
    argumentsSha256: z.string().regex(/^[0-9a-f]{64}$/),
    word: z.enum(personsWords),
    name: text(200),
    reason: text(1_000),
    values: z.record(z.string().max(200), z.json()).refine(isLoggable).exactOptional(),
  }),
]);

const largestRequest = 16 * 1024;
/** Limit of one read, so that a full folder does not block the run. */
const mostRequests = 100;
const claimed = '.taken-';

/**
 * Folder in which other processes leave requests for the writer of a run, each in its own file. Any file may be a mistake or an
 * attack, so an invalid one is removed without further effect.
 */
export class Inbox {
  readonly #folder: string;
  /** Claimed by this process, and perhaps not handled yet. */
  #own: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws RunStoreError `inbox_unusable` */
  async put(request: RunRequest): Promise<void> {
    await this.#requireOurs();
    const name = `${Date.now()}-${randomUUID()}`;
    // Written under another name first, so that no reader sees half of it.
    const file = await open(join(this.#folder, `.${name}`), 'wx', 0o600);
    try {
      await file.writeFile(JSON.stringify(request));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(join(this.#folder, `.${name}`), join(this.#folder, `${name}.json`));
  }

  /**
   * Returns new requests, oldest first. They are removed by the next call: requests that a dead process had
   * read are returned again to its successor, so that no answer is lost. A duplicate no longer matches the run
   * and is ignored.
   */
  async take(): Promise<RunRequest[]> {
    await this.settle();
    const isOurs = await this.#requireOurs().then(
      () => true,
      () => false,
    );
    if (!isOurs) return [];
    const names = (await readdir(this.#folder).catch(() => [])).filter(
      (name) => name.endsWith('.json') || name.startsWith(claimed),
    );
    const requests: RunRequest[] = [];
    for (const name of names.sort(byTime).slice(0, mostRequests)) {
      const path = await this.#claim(name);
      const parsed = path === undefined ? undefined : requestSchema.safeParse(await readRequest(path)).data;
      if (parsed) requests.push(parsed);
    }
    return requests;
  }

  /** Removes the requests of the last call. */
  async settle(): Promise<void> {
    const done = this.#own;
    this.#own = [];
    for (const path of done) await rm(path, { force: true, recursive: true }).catch(() => undefined);
  }

  /** Renames a request to an unpredictable name, so that it cannot be replaced after it was checked. */
  async #claim(name: string): Promise<string | undefined> {
    const time = name.replace(claimed, '').split('-')[0]?.replace(/\D/g, '') ?? '';
    const path = join(this.#folder, `${claimed}${time.slice(0, 16)}-${randomUUID()}`);
    try {
      await rename(join(this.#folder, name), path);
    } catch {
      return undefined;
    }
    this.#own.push(path);
    return path;
  }

  /** Rejects a symbolic link, and a folder that other users can write, because they could answer for its owner. */
  async #requireOurs(): Promise<void> {
    const found = await lstat(this.#folder).catch(() => undefined);
    const isOurs = found?.isDirectory() === true && isOwn(found.uid) && (found.mode & 0o022) === 0;
    if (!isOurs)
      throw new RunStoreError(
        'inbox_unusable',
        `${this.#folder} is not a folder that only its owner may write: run chmod 700 on it`,
      );
  }
}

function isOwn(uid: number): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

function byTime(one: string, other: string): number {
  const [first, second] = [one.replace(claimed, ''), other.replace(claimed, '')];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Reads a request if it is a short regular file of this user. */
async function readRequest(path: string): Promise<unknown> {
  const file = await openRegular(path, { links: false }).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { size, uid } = await file.stat();
    if (size > largestRequest || !isOwn(uid)) return undefined;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(largestRequest), 0, largestRequest, 0);
    return JSON.parse(buffer.toString('utf8', 0, bytesRead));
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
