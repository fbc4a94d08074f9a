import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from './durable-file.ts';
import { KeyedLock } from './keyed-lock.ts';
import { ObjectIndex } from './object-index.ts';
import { type ObjectReader, openObjectFile } from './object-reader.ts';
import { PendingFile } from './pending-file.ts';
import { type StoredObject, storedObjectSchema } from './stored-object.ts';

const FAN_OUT = 256;
const SCAN_PARALLEL = 32;

/**
 * Objects of one bucket on disk. A file is named by the hash of its key, so no key reaches the file system as a
 * path. Changes of one key are serialized; bodies arrive outside that lock, so a slow writer blocks no other.
 */
export class ObjectFiles {
  readonly index = new ObjectIndex();
  readonly #objects: string;
  readonly #temporary: string;
  readonly #lock = new KeyedLock();

  private constructor(directory: string) {
    this.#objects = join(directory, 'objects');
    this.#temporary = join(directory, 'temporary');
  }

  static async open(directory: string): Promise<ObjectFiles> {
    const files = new ObjectFiles(directory);
    // These files were never acknowledged: their process died while writing.
    await rm(files.#temporary, { recursive: true, force: true });
    await mkdir(files.#temporary, { recursive: true });
    for (let shard = 0; shard < FAN_OUT; shard++) {
      await mkdir(join(files.#objects, shard.toString(16).padStart(2, '0')), { recursive: true });
    }
    await syncDirectory(files.#objects);
    files.index.load(await files.#scan());
    return files;
  }

  pending(): PendingFile {
    return new PendingFile(join(this.#temporary, randomUUID()));
  }

  /**
   * Publishes `body` as `key`. `describe` receives the present record, under the lock, and may throw to reject the put; then the
   * body is discarded.
   */
  async put(
    key: string,
    body: PendingFile,
    describe: (existing: StoredObject | undefined) => StoredObject,
  ): Promise<StoredObject> {
    try {
      return await this.#lock.run(key, async () => {
        const record = describe(this.index.get(key));
        await body.publish(this.#path(key), record);
        this.index.set(record);
        return record;
      });
    } catch (error) {
      await body.discard();
      throw error;
    }
  }

  /**
   * Builds the new content of `key` from the old under the lock, for changes that must not lose a concurrent one. `build` fills
   * `body` and returns the record, or throws to reject.
   */
  async update(
    key: string,
    build: (existing: OpenedObject | undefined, body: PendingFile) => Promise<StoredObject>,
  ): Promise<StoredObject> {
    return this.#lock.run(key, async () => {
      const body = this.pending();
      const existing = await this.read(key);
      try {
        const record = await build(existing, body);
        await body.publish(this.#path(key), record);
        this.index.set(record);
        return record;
      } catch (error) {
        await body.discard();
        throw error;
      } finally {
        await existing?.reader.close();
      }
    });
  }

  /** Record and bytes of one put. Close the reader when done. */
  async read(key: string): Promise<OpenedObject | undefined> {
    const reader = await openObjectFile(this.#path(key));
    return reader === undefined ? undefined : { reader, record: storedObjectSchema.parse(reader.record) };
  }

  /** Returns the removed object. `condition` is checked under the lock. */
  async remove(
    key: string,
    condition: (existing: StoredObject) => boolean = () => true,
  ): Promise<StoredObject | undefined> {
    return this.#lock.run(key, async () => {
      const existing = this.index.get(key);
      if (existing === undefined || !condition(existing)) return undefined;
      const path = this.#path(key);
      await rm(path);
      await syncDirectory(join(path, '..'));
      this.index.delete(key);
      return existing;
    });
  }

  #path(key: string): string {
    const name = createHash('sha256').update(key).digest('hex');
    return join(this.#objects, name.slice(0, 2), name);
  }

  async #scan(): Promise<StoredObject[]> {
    const paths: string[] = [];
    for (const shard of await readdir(this.#objects)) {
      for (const name of await readdir(join(this.#objects, shard))) {
        paths.push(join(this.#objects, shard, name));
      }
    }
    const records: StoredObject[] = [];
    const readNext = async () => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
        const reader = await openObjectFile(path);
        await reader?.close();
        if (reader !== undefined) records.push(storedObjectSchema.parse(reader.record));
      }
    };
    await Promise.all(Array.from({ length: SCAN_PARALLEL }, readNext));
    return records;
  }
}

export interface OpenedObject {
  reader: ObjectReader;
  record: StoredObject;
}
