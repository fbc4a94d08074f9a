import type { Readable } from 'node:stream';
import { objectKey } from '@agent-home/protocol';
import {
  beginRestore,
  connectDatabase,
  finishRestore,
  migrateRestored,
  undoRestore,
} from '../../database/index.ts';
import type { TableSummary } from '../backup/backup-format.ts';
import { restoreRows } from '../backup/restore-rows.ts';
import type { BackupProgress } from '../backup/write-backup.ts';
import { adoptObjects, checkWhatIsGone } from './adopt-objects.ts';
import { pagesUnder } from './list-bucket.ts';
import { rebuildAgents } from './rebuild-agents.ts';
import { rebuildCircles } from './rebuild-circles.ts';
import { rebuildFormerKeys } from './rebuild-former-keys.ts';
import { rebuildTasks } from './rebuild-tasks.ts';
import { rebuildTopics } from './rebuild-topics.ts';
import { RestoreReport } from './restore-report.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

export interface RestoreOptions {
  databaseUrl: string;
  /** Backup to load; without one only certified objects of the bucket are restored. */
  backup: (() => Readable) | undefined;
  /** Performs the whole restore and reports it, then rolls the database back. */
  dryRun: boolean;
  progress: BackupProgress;
  platform: Omit<RestoringPlatform, 'database' | 'report' | 'wake'>;
}

export interface RestoredHome {
  madeAt: string | undefined;
  tables: TableSummary[];
  report: RestoreReport;
}

/** Sends no wake-ups: no worker is running yet, and the first one finds due work by itself. */
const nobody = {
  topic: async () => {},
  circle: async () => {},
  stream: async () => {},
  check: async () => {},
};

/**
 * Fills an empty database from a backup and updates it to the bucket's content. It can be run again after any interruption, and
 * until it has ended no process of the home starts on that database. @throws BackupError
 */
export async function restoreHome(options: RestoreOptions): Promise<RestoredHome> {
  const { databaseUrl, backup, dryRun, progress } = options;
  await beginRestore(databaseUrl);
  let isDone = false;
  try {
    const rows = backup === undefined ? undefined : await restoreRows(databaseUrl, backup(), progress);
    if (!rows) await migrateRestored(databaseUrl);
    const report = new RestoreReport();
    const connection = connectDatabase(databaseUrl, { maxConnections: 8 });
    try {
      const platform = { ...options.platform, database: connection.database, wake: nobody, report };
      await reconcileBucket(platform, progress);
    } finally {
      await connection.close();
    }
    isDone = !dryRun;
    return { madeAt: rows?.header.made_at, tables: rows?.tables ?? [], report };
  } finally {
    if (isDone) await finishRestore(databaseUrl);
    else await undoRestore(databaseUrl);
  }
}

/**
 * Updates restored rows, or an empty database, to the certified objects in the bucket. The bucket is only read. Agents come first,
 * because everything else refers to them. The database must be marked as being restored.
 */
async function reconcileBucket(platform: RestoringPlatform, progress: BackupProgress): Promise<void> {
  for await (const page of pagesUnder(platform.store, 'platform/')) await adoptObjects(platform, page);
  requireNewestKeys(platform);
  progress('agents');
  const namedKeys = await rebuildAgents(platform);
  progress('circles');
  await rebuildCircles(platform);
  progress('tasks');
  await rebuildTasks(platform);
  progress('topics');
  await rebuildTopics(platform, progress);
  await rebuildFormerKeys(platform, namedKeys);
  await checkWhatIsGone(platform);
}

function requireNewestKeys({ report }: RestoringPlatform): void {
  const key = objectKey('platform_keys');
  if (report.notes.some((note) => note.startsWith(key)))
    report.note(
      `${key}: is another than that of the key folder. Start nothing before the folder has the newest one`,
    );
}
