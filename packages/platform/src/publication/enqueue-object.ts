import { type Executor, tables } from '@agent-home/database';
import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';

export interface EnqueueRequest {
  /** Rows of one stream are published in order: a topic's stream, or the key itself. */
  stream: string;
  objectKey: string;
  body: JsonObject;
  expiresInSeconds?: number;
}

/**
 * Promises the bucket a new version of an object, in the caller's transaction. The version counts up by one per
 * key under that key's row lock; the publisher signs and puts after the commit.
 */
export async function enqueueObject(
  executor: Executor,
  request: EnqueueRequest,
): Promise<{ version: number }> {
  const [row] = await executor
    .insert(tables.publishedObjects)
    .values({ objectKey: request.objectKey, stream: request.stream, version: 1 })
    .onConflictDoUpdate({
      target: tables.publishedObjects.objectKey,
      set: { version: sql`${tables.publishedObjects.version} + 1` },
    })
    .returning({ version: tables.publishedObjects.version });
  const version = row?.version ?? 1;
  await executor.insert(tables.outbox).values({
    stream: request.stream,
    objectKey: request.objectKey,
    version,
    body: canonicalJson(request.body),
    expiresInSeconds: request.expiresInSeconds ?? null,
  });
  return { version };
}

/** For what the root keys signed elsewhere: published as it is. */
export async function enqueueSignedObject(
  executor: Executor,
  request: { objectKey: string; version: number; signedText: string },
): Promise<void> {
  const { objectKey, version, signedText } = request;
  await executor
    .insert(tables.publishedObjects)
    .values({ objectKey, stream: objectKey, version })
    .onConflictDoUpdate({ target: tables.publishedObjects.objectKey, set: { version } });
  await executor
    .insert(tables.outbox)
    .values({ stream: objectKey, objectKey, version, body: signedText, signedText });
}

export function topicStream(topicId: string): string {
  return `topic/${topicId}`;
}
