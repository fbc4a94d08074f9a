import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { shownText } from '@agent-home/protocol';
import { TaskFileError } from '../../errors/command-errors.ts';
import { openAsAgent, type ReadingFlags } from '../local/open-reading.ts';

export interface HandInFlags extends ReadingFlags {
  path?: string;
  type?: string;
}

/** Limit of a file, in bytes: what readers take by default. */
const mostBytes = 64 * 1024 * 1024;

const typesByEnding: Readonly<Record<string, string>> = {
  json: 'application/json',
  md: 'text/markdown',
  txt: 'text/plain',
  pdf: 'application/pdf',
  png: 'image/png',
};

/**
 * `agent-home task hand-in TASK FILE`: publishes a file in the folder of an agent, then the index that names it with its hash.
 * @throws TaskFileError, TaskError, AccessDeniedError
 */
export async function handIn(
  environment: Record<string, string | undefined>,
  { task, file }: { task: string; file: string },
  { path = basename(file).toLowerCase(), type, ...flags }: HandInFlags,
): Promise<void> {
  const bytes = await readWork(file);
  const home = await openAsAgent(environment, flags);
  try {
    const { objectKey, sha256 } = await home.task(task).publish(path, bytes, type ?? typeOf(path));
    console.log(`${objectKey}: ${bytes.length} bytes, sha256 ${sha256}`);
  } finally {
    await home.close();
  }
}

function typeOf(path: string): string {
  const ending = /\.([a-z0-9]+)$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(typesByEnding, ending) ? (typesByEnding[ending] ?? '') : 'application/octet-stream';
}

async function readWork(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > mostBytes)
      throw new TaskFileError(
        'file_too_large',
        `${shownText(file)} has ${size} bytes: hand in at most ${mostBytes}`,
      );
    return await readFile(file);
  } catch (error) {
    if (error instanceof TaskFileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new TaskFileError('file_unreadable', `${shownText(file)} cannot be read: ${code}`, {
      cause: error,
    });
  }
}
