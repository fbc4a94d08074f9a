import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Media } from '@agent-home/agent-runtime/run-log';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import { SetupError } from '../setup/setup-error.ts';
import { createMedia, largestMedia } from './create-media.ts';

/**
 * Reads an image or a PDF that a user attaches to a message.
 * @throws SetupError `media_unreadable`
 */
export async function attachFile(path: string): Promise<Media> {
  try {
    return createMedia(basename(path), await readRegular(path));
  } catch (error) {
    if (!(error instanceof ToolFailure) && !(error instanceof Error && 'code' in error)) throw error;
    const reason = error instanceof ToolFailure ? error.message : `${path} cannot be read: ${error.code}`;
    throw new SetupError('media_unreadable', reason);
  }
}

/** Reads one byte more than is allowed, so that a larger file is recognized. A pipe or a device is not waited for. */
async function readRegular(path: string): Promise<Buffer> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await handle.stat()).isFile())
      throw new ToolFailure('not_a_file', `${path} is not a regular file: attach an image or a PDF`);
    const content = Buffer.alloc(largestMedia + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(content, length, content.length - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length === content.length) return content.subarray(0, length);
    }
  } finally {
    await handle.close();
  }
}
