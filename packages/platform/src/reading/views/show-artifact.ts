import { parseObjectKey } from '@agent-home/protocol';
import { and, eq, isNull } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { artifactPlace } from '../../registry/quotas/artifact-place.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { canSeeTask } from '../../registry/visibility/visible-task.ts';
import type { ArtifactReading } from './show-task.ts';
import { notShown } from './show-topics.ts';

/**
 * Returns the bytes of an artifact, as they were when it was counted. They are an agent's and may be anything.
 * @throws PlatformError `not_found`, `artifact_changed`, ObjectStoreError `too_large`
 */
export async function showArtifact(
  { database, artifacts }: ArtifactReading,
  viewer: Viewer,
  key: string,
): Promise<Uint8Array> {
  const place = artifactPlace(key);
  const { taskArtifacts: table } = tables;
  // Index objects describe work and are not shown as work.
  const isShown = place && !parseObjectKey(key) && canSeeTask(viewer, place.taskId);
  const [row] = isShown
    ? await database
        .select({ objectKey: table.objectKey, etag: table.etag, size: table.size })
        .from(table)
        .where(and(eq(table.objectKey, key), isNull(table.refusal), isShown))
    : [];
  if (!row) throw notShown();
  return artifacts.read(row);
}
