import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OssError } from '../http/oss-error.ts';
import { syncDirectory, writeFileDurably } from './durable-file.ts';
import { KeyedLock } from './keyed-lock.ts';
import { type ObjectReader, openObjectFile } from './object-reader.ts';
import type { PendingFile } from './pending-file.ts';
import { storedObjectSchema } from './stored-object.ts';

const uploadSchema = z.object({
  id: z.string(),
  key: z.string(),
  initiatedAt: z.number(),
  description: storedObjectSchema.pick({ headers: true, storageClass: true, tags: true, acl: true }),
});
export type Upload = z.infer<typeof uploadSchema>;

const partSchema = z.object({
  number: z.number(),
  etag: z.string(),
  crc64: z.string().optional(),
  size: z.number(),
  lastModified: z.number(),
});
export type Part = z.infer<typeof partSchema>;

interface OpenUpload {
  upload: Upload;
  parts: Map<number, Part>;
}

/**
 * Multipart uploads in progress: a directory for each, with a file for each part. Operations on one upload run one after another,
 * so a late part finds the upload removed instead of half assembled.
 */
export class MultipartUploads {
  readonly #directory: string;
  readonly #uploads = new Map<string, OpenUpload>();
  readonly #lock = new KeyedLock();

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async open(bucketDirectory: string): Promise<MultipartUploads> {
    const uploads = new MultipartUploads(join(bucketDirectory, 'uploads'));
    await mkdir(uploads.#directory, { recursive: true });
    for (const id of await readdir(uploads.#directory)) await uploads.#load(id);
    return uploads;
  }

  async initiate(details: Omit<Upload, 'id'>): Promise<Upload> {
    const upload: Upload = { id: randomBytes(16).toString('hex').toUpperCase(), ...details };
    const directory = join(this.#directory, upload.id);
    await mkdir(directory);
    const path = join(directory, 'upload.json');
    await writeFileDurably(`${path}.new`, path, JSON.stringify(upload));
    await syncDirectory(this.#directory);
    this.#uploads.set(upload.id, { upload, parts: new Map() });
    return upload;
  }

  /** Throws `NoSuchUpload`; an id is only good together with its key. */
  get(id: string, key: string): { upload: Upload; parts: Part[] } {
    const { upload, parts } = this.#find(id, key);
    return { upload, parts: [...parts.values()].sort((left, right) => left.number - right.number) };
  }

  all(): Upload[] {
    return [...this.#uploads.values()].map(({ upload }) => upload);
  }

  async putPart(id: string, key: string, part: Part, body: PendingFile): Promise<void> {
    try {
      await this.#lock.run(id, async () => {
        const { parts } = this.#find(id, key);
        await body.publish(this.#partPath(id, part.number), part);
        parts.set(part.number, part);
      });
    } catch (error) {
      await body.discard();
      throw error;
    }
  }

  /** Passes the parts to `assemble` and deletes the upload once that has succeeded. */
  async finish<Result>(
    id: string,
    key: string,
    assemble: (upload: Upload, parts: ReadonlyMap<number, Part>, open: PartOpener) => Promise<Result>,
  ): Promise<Result> {
    return this.#lock.run(id, async () => {
      const { upload, parts } = this.#find(id, key);
      const result = await assemble(upload, parts, async (number) => {
        const reader = await openObjectFile(this.#partPath(id, number));
        if (reader === undefined) throw new OssError('InvalidPart');
        return reader;
      });
      await this.#forget(id);
      return result;
    });
  }

  async abort(id: string, key: string): Promise<void> {
    await this.finish(id, key, async () => undefined);
  }

  /** Aborts an upload like `abort`, but for any key; `false` if it has ended meanwhile. */
  async discard(id: string): Promise<boolean> {
    return this.#lock.run(id, async () => {
      if (!this.#uploads.has(id)) return false;
      await this.#forget(id);
      return true;
    });
  }

  #find(id: string, key: string): OpenUpload {
    const found = this.#uploads.get(id);
    if (found === undefined || found.upload.key !== key) throw new OssError('NoSuchUpload');
    return found;
  }

  async #forget(id: string): Promise<void> {
    this.#uploads.delete(id);
    await rm(join(this.#directory, id), { recursive: true, force: true });
  }

  #partPath(id: string, number: number): string {
    return join(this.#directory, id, `part-${number}`);
  }

  async #load(id: string): Promise<void> {
    const directory = join(this.#directory, id);
    const text = await readFile(join(directory, 'upload.json'), 'utf8').catch(() => undefined);
    // The process died while creating or removing it, so this id is not valid.
    if (text === undefined) return this.#forget(id);
    const parts = new Map<number, Part>();
    for (const name of await readdir(directory)) {
      if (!/^part-\d+$/.test(name)) continue;
      const reader = await openObjectFile(join(directory, name));
      await reader?.close();
      const part = partSchema.parse(reader?.record);
      parts.set(part.number, part);
    }
    this.#uploads.set(id, { upload: uploadSchema.parse(JSON.parse(text)), parts });
  }
}

export type PartOpener = (number: number) => Promise<ObjectReader>;
