import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { openRegular } from './open-regular.ts';

/** Milliseconds between reads of a log that a person watches. */
const lookEveryMs = 100;
const chunkBytes = 256 * 1024;

/** Yields the complete lines of a growing file. An incomplete last line follows when it is complete. */
export async function* followLog(path: string, signal: AbortSignal): AsyncGenerator<string> {
  const file = await openRegular(path);
  try {
    let position = 0;
    let begun = Buffer.alloc(0);
    while (!signal.aborted) {
      const chunk = await readChunk(file, position);
      position += chunk.length;
      if (chunk.length === 0) {
        await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
        continue;
      }
      const bytes = Buffer.concat([begun, chunk]);
      const end = bytes.lastIndexOf(0x0a) + 1;
      begun = bytes.subarray(end);
      if (end > 0) yield* bytes.toString('utf8', 0, end - 1).split('\n');
    }
  } finally {
    await file.close();
  }
}

async function readChunk(file: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position);
  return buffer.subarray(0, bytesRead);
}
