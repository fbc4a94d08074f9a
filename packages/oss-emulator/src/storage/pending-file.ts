import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Crc64 } from './crc64.ts';
import { publishFile } from './durable-file.ts';
import { encodeTrailer } from './stored-object.ts';

/** Size up to which a body stays in memory and reaches the disk in one write. */
const MEMORY_BYTES = 256 * 1024;

/** Bytes being received: hashed on arrival, in memory while small, in a temporary file beyond that. */
export class PendingFile {
  size = 0;
  readonly #temporary: string;
  readonly #md5 = createHash('md5');
  readonly #crc64 = new Crc64();
  #chunks: Buffer[] = [];
  #handle: FileHandle | undefined;

  constructor(temporary: string) {
    this.#temporary = temporary;
  }

  async write(chunk: Buffer): Promise<void> {
    this.#md5.update(chunk);
    this.#crc64.update(chunk);
    this.size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#handle !== undefined || this.size > MEMORY_BYTES) await this.#flush();
  }

  /** Returns the MD5 of all bytes so far. */
  md5(): Buffer {
    return this.#md5.copy().digest();
  }

  /** CRC-64 of all bytes so far, in the format of OSS. */
  get crc64(): string {
    return this.#crc64.toString();
  }

  /** Yields the bytes again, in order; nothing may be written meanwhile. */
  async *content(): AsyncGenerator<Buffer> {
    if (this.#handle === undefined) {
      yield* this.#chunks;
      return;
    }
    const handle = await this.#flush();
    for (let position = 0; position < this.size; ) {
      const { bytesRead, buffer } = await handle.read(
        Buffer.allocUnsafe(MEMORY_BYTES),
        0,
        MEMORY_BYTES,
        position,
      );
      if (bytesRead === 0) throw new Error('temporary file is shorter than what was written');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  /** Bytes and record become `destination` in one step. The pending file is used up. */
  async publish(destination: string, record: unknown): Promise<void> {
    this.#chunks.push(encodeTrailer(record));
    try {
      const handle = await this.#flush();
      this.#handle = undefined;
      await publishFile(handle, this.#temporary, destination);
    } catch (error) {
      await this.discard();
      throw error;
    }
  }

  async discard(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#chunks = [];
    await handle?.close();
    await rm(this.#temporary, { force: true });
  }

  async #flush(): Promise<FileHandle> {
    this.#handle ??= await open(this.#temporary, 'wx+', 0o600);
    const bytes = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#chunks = [];
    if (bytes !== undefined) await this.#handle.writeFile(bytes);
    return this.#handle;
  }
}
