import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { openApprovalCircle } from '../../../support/circles.ts';
import type { RestorableHome } from '../../../support/restorable-home.ts';

export function openTopic(
  home: RestorableHome,
  topicId: string,
  mode: string,
  more: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const topic = { topic_id: topicId, title: topicId, visibility: 'public', mode };
  return home.admin('POST', '/v1/admin/topics', { ...topic, ...more });
}

/** Creates a circle in which ann decides. */
export function foundGuild(home: RestorableHome): Promise<void> {
  return openApprovalCircle(home, 'guild', 'ann', 'admin');
}

export function openErrand(home: RestorableHome): Promise<Record<string, unknown>> {
  return home.admin('POST', '/v1/admin/tasks', { task_id: 'errand', title: 'Errand', visibility: 'public' });
}

export const card = (bio: string) => ({
  name: 'Ann',
  bio,
  personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
});

/** Returns the version of an object in the database; 0 if there is none. */
export async function loadVersion(home: RestorableHome, key: string): Promise<number> {
  const { publishedObjects } = tables;
  const [row] = await home.open.platform.database
    .select()
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, key));
  return row?.version ?? 0;
}
