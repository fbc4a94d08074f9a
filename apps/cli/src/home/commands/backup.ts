import { createWriteStream } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { keyFiles, streamBackup, wholeFile, writeBackup } from '@agent-home/platform';
import { ConfigurationError } from '../../errors/command-errors.ts';
import { projectState } from '../../state/project-state.ts';
import type { Settings } from '../configuration/settings.ts';
import { writeFolderBackup } from '../folder-backup/write-folder-backup.ts';
import { findHome } from '../local/running-home.ts';

/**
 * `agent-home backup`: writes the current state of a running home to one file, or to standard output with `-`. For a home of `npm
 * start` it includes the whole folder, for any other only the database.
 */
export async function backUp(file: string): Promise<void> {
  const found = await findHome(process.env);
  const options = { now: new Date(), progress: console.error };
  if (file === '-' && process.stdout.isTTY)
    throw new ConfigurationError(
      'invalid_configuration',
      'a backup is binary: redirect it to a file, as agent-home backup - > home.backup',
    );
  // Failure until the backup is complete: the reader of the stream may close it early.
  process.exitCode = 1;
  const path = isAbsolute(file) ? file : resolve(file);
  const { tables } = await (found.dataDirectory === undefined
    ? saveDatabase(found.settings.databaseUrl, file === '-' ? undefined : path, options)
    : saveFolder(found.settings.databaseUrl, found.dataDirectory, file === '-' ? undefined : path, options));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const tell = file === '-' ? console.error : console.log;
  tell(`${file === '-' ? 'standard output' : path}: ${rows} rows of ${tables.length} tables.
${found.dataDirectory === undefined ? ofDatabase(found.settings) : ofFolder(file)}`);
  process.exitCode = 0;
}

type SavingOptions = { now: Date; progress: (line: string) => void };

function saveDatabase(databaseUrl: string, path: string | undefined, options: SavingOptions) {
  return path === undefined
    ? streamBackup(databaseUrl, () => process.stdout, options)
    : writeBackup(databaseUrl, path, options);
}

async function saveFolder(
  databaseUrl: string,
  dataDirectory: string,
  path: string | undefined,
  options: SavingOptions,
) {
  const residents = join(projectState(process.env), 'residents');
  const folder = { databaseUrl, dataDirectory, residents, ...options };
  if (path === undefined) return writeFolderBackup(folder, () => process.stdout);
  return wholeFile(path, (partial) =>
    writeFolderBackup(folder, () => createWriteStream(partial, { mode: 0o600, flags: 'wx' })),
  );
}

const ofDatabase = ({
  keysFolder,
}: Settings) => `Keep the file secret: it contains token hashes, sealed inputs and secrets of draws.
It does not contain the bucket and the keys in ${keysFolder} (${Object.values(keyFiles).join(', ')}). Back them up separately.`;

const ofFolder = (
  file: string,
) => `Keep the file secret: it contains the keys, tokens and bucket of the home and the keys of its residents.
Restore it with: agent-home restore ${file === '-' ? 'FILE' : file} --into NEW_FOLDER`;
