import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What lies there is not whole. Nothing was changed. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
  readonly code = 'damaged_data_folder';
}

/** What every PostgreSQL folder has from its first moment on. */
const needed = ['PG_VERSION', 'base', 'global', 'pg_wal'];

/**
 * Whether a database was made here. A folder with anything else in it is a damaged one: made anew, what is left of a
 * home would be lost with it. @throws DataFolderError
 */
export async function holdsDatabase(folder: string): Promise<boolean> {
  const found = await namesIn(folder);
  if (found.length === 0) return false;
  const missing = needed.find((name) => !found.includes(name));
  const isWhole = missing === undefined && (await namesIn(join(folder, 'global'))).includes('pg_control');
  if (isWhole) return true;
  throw new DataFolderError(
    `${join(folder, missing ?? 'global/pg_control')} is missing: the database there is damaged, and is left as it is; put the folder back from a copy, or restore a backup: agent-home restore FILE --into NEW_FOLDER`,
  );
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
