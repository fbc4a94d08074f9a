import { and, count, desc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { attemptsBeforeDead, type FailureKind } from '../../foundation/platform/record-failure.ts';

export type DeadLetterKind = FailureKind | 'publication';

/** Work that could not be handled. The kind `publication` is for objects that the store rejects, one per stream. */
export interface DeadLetter {
  id: string;
  kind: DeadLetterKind;
  subject: string;
  reason: string;
  detail: string;
  attempts: number;
  first_at: string;
  last_at: string;
  /** Time of the next automatic attempt; absent if only a replay starts one. */
  retry_at?: string;
  replays: number;
  replayed_at?: string;
  replayed_by?: string;
  settled_at?: string;
}

const isDead = and(
  isNull(tables.failures.settledAt),
  or(gte(tables.failures.attempts, attemptsBeforeDead), isNull(tables.failures.retryAt)),
);

/** Lists dead letters, newest first; `before` is the last_at of the last one on the previous page. */
export async function listDeadLetters(
  platform: Platform,
  { limit, before }: { limit: number; before?: Date },
): Promise<DeadLetter[]> {
  const { failures } = tables;
  const older = before && lt(failures.lastAt, before);
  const [rows, refused] = await Promise.all([
    platform.database
      .select()
      .from(failures)
      .where(and(isDead, older))
      .orderBy(desc(failures.lastAt))
      .limit(limit),
    refusedPublications(platform, limit, before),
  ]);
  return [...rows.map(toLetter), ...refused]
    .toSorted((a, b) => (a.last_at < b.last_at ? 1 : -1))
    .slice(0, limit);
}

/** Finds one dead letter, including one that was settled recently. */
export async function findDeadLetter(platform: Platform, id: string): Promise<DeadLetter | undefined> {
  const stream = getStream(id);
  if (stream !== undefined) return (await refusedPublications(platform, 1, undefined, stream))[0];
  const { failures } = tables;
  const [row] = await platform.database.select().from(failures).where(eq(failures.id, id));
  return row && toLetter(row);
}

export async function countDeadLetters(platform: Platform): Promise<Partial<Record<DeadLetterKind, number>>> {
  const { failures, outbox } = tables;
  const [rows, [refused]] = await Promise.all([
    platform.database
      .select({ kind: failures.kind, count: count() })
      .from(failures)
      .where(isDead)
      .groupBy(failures.kind),
    platform.database
      .select({ count: sql<number>`count(distinct ${outbox.stream})::int` })
      .from(outbox)
      .where(gte(outbox.attempts, attemptsBeforeDead)),
  ]);
  const counts: Partial<Record<DeadLetterKind, number>> = { publication: refused?.count ?? 0 };
  for (const row of rows) counts[row.kind] = row.count;
  return counts;
}

const publicationPrefix = 'publication_';

/** Returns the stream from the id of a `publication`. */
export function getStream(id: string): string | undefined {
  if (!id.startsWith(publicationPrefix)) return undefined;
  const stream = Buffer.from(id.slice(publicationPrefix.length), 'base64url').toString('utf8');
  // Streams have no control characters, and PostgreSQL rejects NUL in a parameter.
  return /\p{Cc}/u.test(stream) ? undefined : stream;
}

async function refusedPublications(
  { database, now }: Platform,
  limit: number,
  before: Date | undefined,
  stream?: string,
): Promise<DeadLetter[]> {
  const { outbox } = tables;
  const rows = await database
    .select({
      stream: outbox.stream,
      objects: count(),
      attempts: sql<number>`max(${outbox.attempts})`,
      first: sql<Date>`min(${outbox.createdAt})`.mapWith(outbox.createdAt),
      retry: sql<Date | null>`min(${outbox.retryAt})`.mapWith(outbox.retryAt),
    })
    .from(outbox)
    .where(
      and(
        gte(outbox.attempts, attemptsBeforeDead),
        stream === undefined ? undefined : eq(outbox.stream, stream),
      ),
    )
    .groupBy(outbox.stream)
    .limit(limit);
  return rows.flatMap((row): DeadLetter[] => {
    // The last attempt is before the next one.
    const last = new Date(Math.min(row.retry?.getTime() ?? Number.POSITIVE_INFINITY, now().getTime()));
    if (before && last >= before) return [];
    return [
      {
        id: `${publicationPrefix}${Buffer.from(row.stream).toString('base64url')}`,
        kind: 'publication',
        subject: row.stream,
        reason: 'store_refused',
        detail: `${row.objects} certified objects wait for publication in the store`,
        attempts: Number(row.attempts),
        first_at: row.first.toISOString(),
        last_at: last.toISOString(),
        ...(row.retry ? { retry_at: row.retry.toISOString() } : {}),
        replays: 0,
      },
    ];
  });
}

function toLetter(row: typeof tables.failures.$inferSelect): DeadLetter {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    reason: row.reason,
    detail: row.detail,
    attempts: row.attempts,
    first_at: row.firstAt.toISOString(),
    last_at: row.lastAt.toISOString(),
    ...(row.retryAt ? { retry_at: row.retryAt.toISOString() } : {}),
    replays: row.replays,
    ...(row.replayedAt ? { replayed_at: row.replayedAt.toISOString() } : {}),
    ...(row.replayedBy ? { replayed_by: row.replayedBy } : {}),
    ...(row.settledAt ? { settled_at: row.settledAt.toISOString() } : {}),
  };
}
