import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import { lt, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';

export interface EnqueueRequest {
  /** Topic's stream, or the key itself. Rows of one stream are published in order. */
  stream: string;
  objectKey: string;
  body: JsonObject;
  expiresInSeconds?: number;
  /** Another platform key that must be in the bucket first. */
  afterKey?: string;
  /** Exact text of this version, if it was signed before. It is used only if the object gets this version. */
  signed?: { version: number; text: string };
}

/**
 * Enqueues new versions of objects, which are published in this order, in the caller's transaction and in one statement. A key's
 * version increases by one under its row lock. After the commit, the publisher signs unsigned objects and puts them. Each key may
 * occur once per call.
 */
export async function enqueueObjects(executor: Executor, requests: EnqueueRequest[]): Promise<void> {
  const { outbox, publishedObjects } = tables;
  const asked = jsonParameter(
    requests.map(({ stream, objectKey, body, expiresInSeconds, afterKey, signed }, position) => ({
      position,
      stream,
      object_key: objectKey,
      body: canonicalJson(body),
      expires_in_seconds: expiresInSeconds ?? null,
      after_key: afterKey ?? null,
      signed_version: signed?.version ?? null,
      signed_text: signed?.text ?? null,
    })),
  );
  await executor.execute(
    sql`with asked as (
          select * from json_to_recordset(${asked}::json)
            as asked(position integer, stream text, object_key text, body text, expires_in_seconds integer,
              after_key text, signed_version integer, signed_text text)
        ), versioned as (
          insert into ${publishedObjects} as known (object_key, stream, version)
          select object_key, stream, 1 from asked order by object_key
          on conflict (object_key) do update set version = known.version + 1
          returning object_key, version
        )
        insert into ${outbox} (stream, object_key, version, body, expires_in_seconds, after_key, signed_text)
        select stream, object_key, version, body, expires_in_seconds, after_key,
          case when version = signed_version then signed_text end
        from asked join versioned using (object_key) order by position`,
  );
}

/**
 * Enqueues an object signed by the root keys. It is published unchanged and once, even if several processes
 * enqueue it.
 */
export async function enqueueSignedObject(
  executor: Executor,
  request: { objectKey: string; version: number; signedText: string },
): Promise<void> {
  const { objectKey, version, signedText } = request;
  await executor
    .insert(tables.publishedObjects)
    .values({ objectKey, stream: objectKey, version })
    .onConflictDoUpdate({
      target: tables.publishedObjects.objectKey,
      set: { version },
      setWhere: lt(tables.publishedObjects.version, version),
    });
  await executor
    .insert(tables.outbox)
    .values({ stream: objectKey, objectKey, version, body: signedText, signedText })
    .onConflictDoNothing();
}

export function topicStream(topicId: string): string {
  return `topic/${topicId}`;
}

export function circleStream(circleId: string): string {
  return `circle/${circleId}`;
}
