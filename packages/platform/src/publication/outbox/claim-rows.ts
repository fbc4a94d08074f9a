import { asc, eq, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { type LeaseRequest, leaseParts } from '../../foundation/duties/publisher-lease.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';

const { outbox } = tables;

/** The columns of an outbox row that publishing needs. */
const outboxFields = {
  id: outbox.id,
  objectKey: outbox.objectKey,
  version: outbox.version,
  body: outbox.body,
  expiresInSeconds: outbox.expiresInSeconds,
  signedText: outbox.signedText,
  afterKey: outbox.afterKey,
};
export type OutboxRow = Pick<typeof outbox.$inferSelect, keyof typeof outboxFields>;

/** The number of rows that are published at once. */
export const batchSize = 200;

/** Returns the unpublished rows of a stream, oldest first. */
export async function pendingRows(platform: PublishingPlatform, stream: string): Promise<OutboxRow[]> {
  return platform.database
    .select(outboxFields)
    .from(outbox)
    .where(eq(outbox.stream, stream))
    .orderBy(asc(outbox.id))
    .limit(batchSize);
}

/**
 * Acquires the leases of streams and reads their rows in one statement. The result is undefined for a stream whose lease another
 * process has, and for the first of two requests for the same stream.
 */
export async function claimStreams(
  platform: PublishingPlatform,
  requests: readonly LeaseRequest[],
): Promise<(OutboxRow[] | undefined)[]> {
  const first = new Map<string, LeaseRequest>();
  for (const request of requests) if (!first.has(request.stream)) first.set(request.stream, request);
  const rows = await platform.database.execute<ClaimedRow>(
    sql`with ${leaseParts([...first.values()])}
        select lease.stream, row.* from lease left join lateral (
          select id, object_key, version, body, expires_in_seconds, signed_text, after_key from ${outbox}
          where ${outbox.stream} = lease.stream order by id limit ${batchSize}
        ) as row on true order by row.id`,
  );
  const claimed = new Map<string, OutboxRow[]>();
  for (const row of rows) {
    const those = claimed.get(row.stream) ?? [];
    if (row.id !== null) those.push(outboxRow(row, row.id));
    claimed.set(row.stream, those);
  }
  return requests.map((request) =>
    first.get(request.stream) === request ? claimed.get(request.stream) : undefined,
  );
}

/** Row as the driver returns it. A lease without anything to publish has a row without an id. */
interface ClaimedRow extends Record<string, unknown> {
  stream: string;
  id: string | null;
  object_key: string;
  version: number;
  body: string;
  expires_in_seconds: number | null;
  signed_text: string | null;
  after_key: string | null;
}

function outboxRow(row: ClaimedRow, id: string): OutboxRow {
  return {
    id: Number(id),
    objectKey: row.object_key,
    version: row.version,
    body: row.body,
    expiresInSeconds: row.expires_in_seconds,
    signedText: row.signed_text,
    afterKey: row.after_key,
  };
}
