import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A rename is durable only after its directory is synced. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Makes `temporary`, already written through `handle`, the durable content of `destination`. Closes `handle`. */
export async function publishFile(handle: FileHandle, temporary: string, destination: string): Promise<void> {
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, destination);
  await syncDirectory(dirname(destination));
}

/** Writes a file atomically: kill -9 at any moment leaves the old or the new content, never a part. */
export async function writeFileDurably(
  temporary: string,
  destination: string,
  content: Uint8Array | string,
): Promise<void> {
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(content);
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw error;
  }
  await publishFile(handle, temporary, destination);
}
