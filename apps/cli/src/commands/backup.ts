import { isAbsolute, resolve } from 'node:path';
import { keyFiles, streamBackup, writeBackup } from '@agent-home/platform';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { findHome } from '../local/running-home.ts';

/** `agent-home backup`: the database as of now, into one file or with `-` to standard output, while the home goes on. */
export async function backUp(file: string): Promise<void> {
  const { databaseUrl, keysFolder } = (await findHome(process.env)).settings;
  const options = { now: new Date(), progress: console.error };
  if (file === '-' && process.stdout.isTTY)
    throw new ConfigurationError(
      'a backup is no text: send it into a file, agent-home backup - > home.backup',
    );
  // Whoever reads the stream may go before its end: then this was no backup.
  process.exitCode = 1;
  const path = isAbsolute(file) ? file : resolve(file);
  const { tables } =
    file === '-'
      ? await streamBackup(databaseUrl, () => process.stdout, options)
      : await writeBackup(databaseUrl, path, options);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const tell = file === '-' ? console.error : console.log;
  tell(`${file === '-' ? 'standard output' : path}: ${rows} rows of ${tables.length} tables.
Keep it like a secret: hashes of tokens, what is sealed still, and the secrets of draws are in it.
Not in it: the bucket, and the keys in ${keysFolder} (${Object.values(keyFiles).join(', ')}). Keep those apart.`);
  process.exitCode = 0;
}
