import { isAbsolute, resolve } from 'node:path';
import { keyFiles, writeBackup } from '@agent-home/platform';
import { findHome } from '../local/running-home.ts';

/** `agent-home backup`: the database as of now, into one file, while the home goes on. */
export async function backUp(file: string): Promise<void> {
  const { databaseUrl, keysFolder } = (await findHome(process.env)).settings;
  const path = isAbsolute(file) ? file : resolve(file);
  const { tables } = await writeBackup(databaseUrl, path, { now: new Date(), progress: console.error });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${path}: ${rows} rows of ${tables.length} tables.
Keep it like a secret: hashes of tokens, what is sealed still, and the secrets of draws are in it.
Not in it: the bucket, and the keys in ${keysFolder} (${Object.values(keyFiles).join(', ')}). Keep those apart.`);
}
