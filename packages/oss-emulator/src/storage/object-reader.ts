import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { decodeTrailer, trailerLength } from './stored-object.ts';

const TAIL_BYTES = 64 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** One opened object file: a snapshot that later puts and deletes of the same key do not touch. */
export interface ObjectReader {
  /** Stored record, not validated yet. */
  record: unknown;
  /** Bytes before the trailer. */
  size: number;
  /** `undefined` when the object is too large to have been read along with its record. */
  bytes: Buffer | undefined;
  chunks(start: number, length: number): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

async function readFully(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new Error('object file is shorter than its length');
    filled += bytesRead;
  }
  return buffer;
}

/** Opens an object file; `undefined` if it does not exist. Close it when done. */
export async function openObjectFile(path: string): Promise<ObjectReader | undefined> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    const { size: fileSize } = await handle.stat();
    const tail = await readFully(handle, Math.max(0, fileSize - TAIL_BYTES), Math.min(TAIL_BYTES, fileSize));
    const trailing = trailerLength(tail);
    const trailer =
      trailing <= tail.length
        ? tail.subarray(-trailing)
        : await readFully(handle, fileSize - trailing, trailing);
    const size = fileSize - trailing;
    return {
      record: decodeTrailer(trailer),
      size,
      bytes: tail.length === fileSize ? tail.subarray(0, size) : undefined,
      async *chunks(start, length) {
        for (let offset = 0; offset < length; offset += CHUNK_BYTES) {
          yield await readFully(handle, start + offset, Math.min(CHUNK_BYTES, length - offset));
        }
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
