import { type Database, tables } from '@agent-home/database';
import { objectKey } from '@agent-home/protocol';
import { and, inArray, isNotNull } from 'drizzle-orm';

export type Heads = Record<string, { version: number; sha256: string }>;

/** Version and hash of what a credential opens, as they are in the bucket now: an older copy there is refused. */
export async function loadHeads(database: Database, topicIds: string[], agentId: string): Promise<Heads> {
  const keys = [
    objectKey('platform_keys'),
    objectKey('platform_policy'),
    objectKey('agent_card', { agent_id: agentId }),
    ...topicIds.flatMap((topicId) => [
      objectKey('topic_manifest', { topic_id: topicId }),
      objectKey('topic_state', { topic_id: topicId }),
    ]),
  ];
  const { publishedObjects } = tables;
  const rows = await database
    .select({
      objectKey: publishedObjects.objectKey,
      version: publishedObjects.confirmedVersion,
      sha256: publishedObjects.confirmedSha256,
    })
    .from(publishedObjects)
    .where(and(inArray(publishedObjects.objectKey, keys), isNotNull(publishedObjects.confirmedVersion)));
  return Object.fromEntries(
    rows.flatMap(({ objectKey: key, version, sha256 }) =>
      version !== null && sha256 !== null ? [[key, { version, sha256 }]] : [],
    ),
  );
}
