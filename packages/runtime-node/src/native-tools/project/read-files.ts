import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { OpenFolder } from './open-folder.ts';
import type { ProjectFolder } from './project-folder.ts';

/** A regular file that is open for reading. */
export interface ReadableFile {
  readonly shown: string;
  readonly bytes: number;
  /** Reads the content from the beginning, in pieces, at most `maximumBytes`. */
  chunks(maximumBytes: number, signal?: AbortSignal): AsyncGenerator<Buffer>;
}

const chunkBytes = 64 * 1024;

export async function readingFile<T>(
  project: ProjectFolder,
  given: string,
  use: (file: ReadableFile) => Promise<T>,
): Promise<T> {
  return project.inParent(given, ({ parent, name, path }) => readingFileIn(parent, name, path.shown, use));
}

export async function readingFileIn<T>(
  parent: OpenFolder,
  name: string,
  shown: string,
  use: (file: ReadableFile) => Promise<T>,
): Promise<T> {
  const handle = await parent.file(name);
  try {
    const { size } = await handle.stat();
    return await use({
      shown,
      bytes: size,
      chunks: (maximumBytes, signal) => collectChunks(handle, maximumBytes, signal),
    });
  } finally {
    await handle.close();
  }
}

async function* collectChunks(
  handle: FileHandle,
  maximumBytes: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  for (let position = 0; position < maximumBytes; ) {
    signal?.throwIfAborted();
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, maximumBytes - position));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** The largest file that is hashed or changed. */
export const maximumChangedBytes = 16 * 1024 * 1024;

/** Returns the fingerprint of a file: its SHA-256, or for a large one its size and modification time. */
export async function computeFingerprint(parent: OpenFolder, name: string): Promise<string> {
  return readingFileIn(parent, name, name, async (file) => {
    if (file.bytes > maximumChangedBytes) return `large:${file.bytes}:${(await parent.status(name)).mtimeNs}`;
    const hash = createHash('sha256');
    for await (const chunk of file.chunks(maximumChangedBytes)) hash.update(chunk);
    return hash.digest('hex');
  });
}
