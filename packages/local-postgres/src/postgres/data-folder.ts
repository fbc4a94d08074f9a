import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Thrown for an incomplete data folder. Nothing was changed. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
  readonly code = 'damaged_data_folder';
}

/** Entries that every PostgreSQL folder has from its creation on. */
const needed = ['PG_VERSION', 'base', 'global', 'pg_wal'];

/**
 * Returns true if a database was created in the folder. A folder with other content is damaged: recreating it would lose the rest
 * of a home.
 * @throws DataFolderError
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
