import { type Executor, jsonParameter, tables } from '@agent-home/database';
import { eraseEntry, ReplayError, type ReplayState, replayEntry } from '@agent-home/modes';
import { type JsonObject, objectKey, type TopicLedgerEntry } from '@agent-home/protocol';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { recordFailure } from '../../foundation/platform/record-failure.ts';
import { isOutage } from '../../foundation/resilience/is-outage.ts';
import { forgetLines } from '../../publication/lines/forget-lines.ts';
import { enqueueObjects, topicStream } from '../../publication/outbox/enqueue-object.ts';
import { newestBodies } from '../../publication/outbox/newest-body.ts';
import { publishStream } from '../../publication/outbox/publish-stream.ts';
import { deleteAgentObjects } from '../../registry/artifacts/delete-agent-object.ts';

const entriesAtOnce = 200;
const deletionsAtOnce = 20;

/** Marks entries whose bodies are to be erased: one entry of a topic, or all of one agent there. */
export async function orderErasure(
  executor: Executor,
  topicId: string,
  which: { sequence: number } | { agentId: string },
): Promise<number> {
  const { ledgerEntries } = tables;
  const one = 'sequence' in which ? eq(ledgerEntries.sequence, which.sequence) : undefined;
  const author = 'agentId' in which ? eq(ledgerEntries.agentId, which.agentId) : undefined;
  const ordered = await executor
    .update(ledgerEntries)
    .set({ bodyText: null, eraseDue: true })
    // Inputs of the platform itself keep their bodies, since no replay could do without them.
    .where(
      and(
        eq(ledgerEntries.topicId, topicId),
        isNotNull(ledgerEntries.agentId),
        isNotNull(ledgerEntries.bodyText),
        one,
        author,
      ),
    )
    .returning({ sequence: ledgerEntries.sequence });
  await forgetLines(
    executor,
    topicId,
    ordered.map((row) => row.sequence),
  );
  return ordered.length;
}

/** Topics with entries that are marked for erasure. */
export async function topicsToErase(platform: PublishingPlatform, limit: number): Promise<string[]> {
  const { ledgerEntries } = tables;
  const rows = await platform.database
    .selectDistinct({ topicId: ledgerEntries.topicId })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.eraseDue, true))
    .limit(limit);
  return rows.map((row) => row.topicId);
}

/**
 * Publishes the marked entries of a topic again, without their bodies but with what a replay needs to go on, and
 * deletes the agents' objects that they were made of. After a crash it can simply be called again: an entry stays
 * marked until its new version is in the outbox.
 */
export async function eraseEntries(platform: PublishingPlatform, topicId: string): Promise<void> {
  const { ledgerEntries, topics } = tables;
  const due = await platform.database
    .select({ sequence: ledgerEntries.sequence, objectKey: ledgerEntries.objectKey })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.topicId, topicId), eq(ledgerEntries.eraseDue, true)))
    .orderBy(asc(ledgerEntries.sequence))
    .limit(entriesAtOnce);
  if (due.length === 0) return;
  const now = platform.now();
  const bodies = await erasedBodies(platform, topicId, new Set(due.map((row) => row.sequence)), now);
  await deleteObjects(
    platform,
    due.flatMap(({ objectKey: key }) => key ?? []),
  );
  const stream = topicStream(topicId);
  await platform.database.transaction(async (transaction) => {
    await enqueueObjects(
      transaction,
      bodies.map((body) => ({ stream, objectKey: entryKey(topicId, Number(body.sequence)), body })),
    );
    const sequences = jsonParameter(bodies.map((body) => body.sequence));
    await transaction
      .update(ledgerEntries)
      .set({ eraseDue: false, erasedAt: now })
      .where(
        and(
          eq(ledgerEntries.topicId, topicId),
          sql`${ledgerEntries.sequence} in (select json_array_elements_text(${sequences}::json)::integer)`,
        ),
      );
    // The summary may quote what is being erased, so a new one is ordered.
    const summaryKey = objectKey('topic_summary', { topic_id: topicId });
    await transaction
      .update(topics)
      .set({ summaryDue: true })
      .where(
        sql`${topics.topicId} = ${topicId} and exists
          (select 1 from ${tables.publishedObjects} where object_key = ${summaryKey})`,
      );
  });
  await publishStream(platform, stream);
}

/** Deletes objects. One that cannot be deleted now is tried again by itself later, and does not hold up the erasure. */
async function deleteObjects(platform: PublishingPlatform, keys: string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += deletionsAtOnce) {
    const failures = await deleteAgentObjects(platform, keys.slice(start, start + deletionsAtOnce));
    for (const [subject, error] of failures) {
      if (isOutage(error)) throw error;
      await recordFailure(platform, { kind: 'removal', subject, error });
    }
  }
}

/** Replays the ledger up to the last entry to be erased, since the states before and after it are stored nowhere. */
async function erasedBodies(
  platform: PublishingPlatform,
  topicId: string,
  sequences: ReadonlySet<number>,
  now: Date,
): Promise<JsonObject[]> {
  const last = Math.max(...sequences);
  const erased: JsonObject[] = [];
  let before: ReplayState | undefined;
  let isJudged = true;
  for (let first = 1; first <= last; first += entriesAtOnce) {
    const count = Math.min(entriesAtOnce, last - first + 1);
    const keys = Array.from({ length: count }, (_, index) => entryKey(topicId, first + index));
    for (const { body } of await newestBodies(platform.database, keys)) {
      const entry = body as unknown as TopicLedgerEntry;
      const after: ReplayState | undefined = isJudged ? stepOver(platform, before, entry) : undefined;
      isJudged = after !== undefined;
      if (sequences.has(entry.sequence)) {
        const around = before && after ? { before, after } : undefined;
        erased.push(eraseEntry(entry, around, now.toISOString()));
      }
      before = after;
    }
  }
  return erased;
}

/** Erases without a state where this build cannot replay the ledger: to be forgotten must not depend on that. */
function stepOver(
  platform: PublishingPlatform,
  before: ReplayState | undefined,
  entry: TopicLedgerEntry,
): ReplayState | undefined {
  try {
    return replayEntry(before, entry);
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    platform.log.error(
      { err: error },
      'a ledger does not replay; its bodies are erased without their states',
    );
    return undefined;
  }
}

function entryKey(topicId: string, sequence: number): string {
  return objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
}
