import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataFolderError } from '@agent-home/local-postgres';
import { z } from 'zod';

const secret = z.string().min(20);
const localSecretsSchema = z.strictObject({
  databasePassword: secret,
  platformAccessKeyId: secret,
  platformAccessKeySecret: secret,
  eventToken: secret,
  adminToken: secret,
});
export type LocalSecrets = z.infer<typeof localSecretsSchema>;

/** Returns the secrets of a home on one machine, created at its first start and stored in its data folder. */
export async function loadOrCreateSecrets(folder: string): Promise<LocalSecrets> {
  const file = join(folder, 'secrets.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) return parsed(file, text);
  const random = () => randomBytes(24).toString('hex');
  const secrets: LocalSecrets = {
    databasePassword: random(),
    platformAccessKeyId: `LTAI${random().slice(0, 20)}`,
    platformAccessKeySecret: random(),
    eventToken: random(),
    adminToken: `aht_${random()}`,
  };
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.tmp`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await rename(`${file}.tmp`, file);
  return secrets;
}

/** New secrets would not open the existing data, so damaged ones are not replaced. */
function parsed(file: string, text: string): LocalSecrets {
  try {
    return localSecretsSchema.parse(JSON.parse(text));
  } catch {
    throw new DataFolderError(
      `${file} does not contain the secrets of the home: restore a copy of it, or restore a backup (agent-home restore FILE --into NEW_FOLDER)`,
    );
  }
}
