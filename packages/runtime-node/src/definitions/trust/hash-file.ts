import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const chunkBytes = 1024 * 1024;

/**
 * Returns the SHA-256 of a regular file of any size; undefined if it cannot be read. `onChunk` receives the bytes as they are read.
 */
export function hashFile(path: string, onChunk?: (chunk: Buffer) => void): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const status = fstatSync(descriptor);
    if (!status.isFile()) return undefined;
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(Math.max(1, Math.min(chunkBytes, status.size + 1)));
    for (let read = -1; read !== 0; ) {
      read = readSync(descriptor, chunk, 0, chunk.length, null);
      const bytes = chunk.subarray(0, read);
      hash.update(bytes);
      onChunk?.(bytes);
    }
    return hash.digest('hex');
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
