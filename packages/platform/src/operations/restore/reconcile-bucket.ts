import { objectKey } from '@agent-home/protocol';
import type { BackupProgress } from '../backup/write-backup.ts';
import { adoptObjects, checkWhatIsGone } from './adopt-objects.ts';
import { pagesUnder } from './list-bucket.ts';
import { rebuildAgents } from './rebuild-agents.ts';
import { rebuildCircles } from './rebuild-circles.ts';
import { rebuildFormerKeys } from './rebuild-former-keys.ts';
import { rebuildTasks } from './rebuild-tasks.ts';
import { rebuildTopics } from './rebuild-topics.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/**
 * Brings restored rows, or an empty database, to what is certified in the bucket. The bucket is only read. Agents come
 * first, because everything else refers to them. The database must be marked as being restored.
 */
export async function reconcileBucket(platform: RestoringPlatform, progress: BackupProgress): Promise<void> {
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
