import type { FileHandle } from 'node:fs/promises';
import { openRegular } from './open-regular.ts';

const firstBytes = 256 * 1024;
/** Longest line: values above 32 kB lie next to the log, so real lines are far shorter. */
const longestLine = 16 * 1024 * 1024;

/** Complete lines of a log, and the byte offset of the next one. */
export interface LogPart {
  lines: string[];
  end: number;
}

/**
 * Reads complete lines from a byte offset of a log, about 256 kB at most, once they are on the disk: a copy of a line elsewhere
 * must not outlive the line, because a resumed run could write another one in its place.
 * @param others files that have to be on the disk as well
 * @throws NotRegularError; the system's error
 */
export async function readLines(
  path: string,
  from: number,
  others: readonly string[] = [],
): Promise<LogPart> {
  const file = await openRegular(path);
  try {
    const { size } = await file.stat();
    if (size <= from) return { lines: [], end: from };
    const bytes = await readToLineEnd(file, from, size);
    if (bytes.length === 0) return { lines: [], end: from };
    await syncFile(file);
    for (const other of others) await syncPath(other);
    return { lines: bytes.toString('utf8', 0, bytes.length - 1).split('\n'), end: from + bytes.length };
  } finally {
    await file.close();
  }
}

/** Returns complete lines with their last line break; more than `firstBytes` only for a longer line. */
async function readToLineEnd(file: FileHandle, from: number, size: number): Promise<Buffer> {
  for (let length = firstBytes; ; length *= 4) {
    const wanted = Math.min(length, size - from);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, from);
    const end = buffer.lastIndexOf(0x0a, bytesRead - 1) + 1;
    if (end > 0 || wanted < length || length > longestLine) return buffer.subarray(0, end);
  }
}

async function syncPath(path: string): Promise<void> {
  const file = await openRegular(path).catch(() => undefined);
  if (!file) return;
  await syncFile(file).finally(() => file.close());
}

/** Syncs a file that is open for reading. Where this is unsupported, the writer's own syncs remain. */
async function syncFile(file: FileHandle): Promise<void> {
  await file.datasync().catch(() => undefined);
}
