import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import {
  createMetrics,
  loadKeys,
  publishedEditions,
  type RestoredHome,
  requireOwnKeys,
  restoreHome,
} from '@agent-home/platform';
import { verifyPlatformKeys } from '@agent-home/protocol';
import { ConfigurationError, FolderBackupError } from '../../errors/command-errors.ts';
import { createLogger } from '../compose/logger.ts';
import { openHomeStore } from '../compose/open-store.ts';
import { readSettings } from '../configuration/read-settings.ts';
import type { Settings } from '../configuration/settings.ts';

/** `agent-home restore`: fills an empty database from a backup and then from the bucket, or from the bucket alone. */
export async function restore(
  file: string | undefined,
  options: { fromBucket: boolean; dryRun: boolean },
): Promise<void> {
  if ((file === undefined) !== options.fromBucket)
    throw new ConfigurationError(
      'invalid_configuration',
      'the backup is missing: pass its file, or --from-bucket',
    );
  if (!process.env.DATABASE_URL && !options.fromBucket)
    throw new FolderBackupError(
      'no_database_named',
      `DATABASE_URL is not set: set it to an empty database, or restore a home of agent-home up with agent-home restore ${file} --into NEW_FOLDER`,
    );
  const settings = readSettings(process.env);
  const restored = await restoreFrom(settings, file, { dryRun: options.dryRun, progress: console.error });
  for (const line of describe(restored)) console.log(line);
  console.log(options.dryRun ? 'Dry run: nothing was changed.' : afterwards);
}

export async function restoreFrom(
  settings: Settings,
  file: string | undefined,
  { dryRun, progress }: { dryRun: boolean; progress: (line: string) => void },
): Promise<RestoredHome> {
  const keys = await loadKeys(settings.keysFolder);
  const { store } = openHomeStore(settings.store, settings.platformKey);
  await requireOwnKeys(store, keys.rootSet, undefined);
  const bytes = new TextEncoder().encode(keys.keysDocument);
  return restoreHome({
    databaseUrl: settings.databaseUrl,
    backup: file === undefined ? undefined : () => openBackup(file),
    dryRun,
    progress,
    platform: {
      config: settings.platform,
      store,
      trust: verifyPlatformKeys({ bytes, pinned: keys.rootSet, seen: undefined }),
      keysDocument: keys.keysDocument,
      log: createLogger(settings.logLevel, 'restore'),
      metrics: createMetrics(),
      editions: publishedEditions,
      now: () => new Date(),
      randomBytes: (length) => new Uint8Array(randomBytes(length)),
    },
  });
}

/** `-` is standard input, because a container may have no place for a file. */
const openBackup = (file: string) => (file === '-' ? process.stdin : createReadStream(resolve(file)));

const afterwards = `Start api and worker as usual. They continue after the newest objects of the bucket and judge new inputs.
What no certificate tells is as it was in the backup, or gone: tokens, owners, suspensions, mutes, bans, pauses,
invitations to circles, personas in review, whom a feed has told what, and who asked for erasure and was not answered.`;

/** Lines about a restored home. */
export function* describe({ madeAt, tables, report }: RestoredHome): Generator<string> {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  yield madeAt === undefined ? 'From the bucket only.' : `From a backup of ${madeAt}: ${rows} rows.`;
  for (const [what, count] of report.counts) yield `${String(count).padStart(8)}  ${what}`;
  yield* report.notes;
}
