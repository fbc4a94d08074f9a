import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isOwned, ownFolder } from './own-folder.ts';
import { type StatePlaces, stateHome } from './state-folder.ts';

const ownFileSchema = z.strictObject({
  /** Real path. */
  path: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Larger files are not markers or keys, which are short. */
const mostBytes = 64 * 1024;

/**
 * Records that this machine created a file, or that its user vouched for it, by its real path and hash. A file that came with a
 * project has no record.
 * @throws StateFolderError; the system's error if the file cannot be read
 */
export function recordOwnFile(file: string, places: StatePlaces = {}): void {
  const path = realpathSync(file);
  const record = { path, sha256: sha256Of(readFileSync(path)) };
  const target = toRecord(path, places);
  const unfinished = `${target}.${randomUUID()}`;
  writeFileSync(unfinished, `${JSON.stringify(record)}\n`, { flag: 'wx', mode: 0o600 });
  renameSync(unfinished, target);
}

/**
 * True if a file is unchanged since this machine recorded it: same path, same bytes, owned by the user. @throws StateFolderError
 */
export function isOwnFile(file: string, places: StatePlaces = {}): boolean {
  const bytes = readOwn(file);
  if (!bytes) return false;
  const path = realpathSync(file);
  const record = readOwn(toRecord(path, places));
  if (!record) return false;
  try {
    const { data } = ownFileSchema.safeParse(JSON.parse(record.toString('utf8')));
    return data?.path === path && data.sha256 === sha256Of(bytes);
  } catch {
    return false;
  }
}

function toRecord(path: string, places: StatePlaces): string {
  return join(ownFolder(join(stateHome(places), 'own-files')), `${sha256Of(Buffer.from(path))}.json`);
}

/** Reads a regular file of the user, without following a link; undefined if there is none. */
function readOwn(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = fstatSync(file);
    const isUsable =
      found.isFile() && found.size <= mostBytes && isOwned(found) && (found.mode & 0o022) === 0;
    return isUsable ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
