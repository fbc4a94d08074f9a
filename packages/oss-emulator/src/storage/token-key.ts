import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileDurably } from './durable-file.ts';

/**
 * Loads the 32 bytes that seal security tokens. They are generated at the first start and kept, so that tokens outlive the process.
 */
export async function loadTokenKey(dataDirectory: string): Promise<Buffer> {
  const path = join(dataDirectory, 'token-key');
  try {
    return await readFile(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const key = randomBytes(32);
  await writeFileDurably(`${path}.new`, path, key);
  return key;
}
