import { asJson, canonicalJson, type TopicManifest, type TopicState } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { titleFingerprint } from '../../foundation/text/title-fingerprint.ts';
import { earlier } from '../../judging/inputs/grace.ts';
import type { TopicRow } from '../../judging/session/topic-session.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { enqueueObjects, topicStream } from '../../publication/outbox/enqueue-object.ts';
import { newestBodies } from '../../publication/outbox/newest-body.ts';
import { adoptEntries, stateBody, stateKey } from './adopt-entries.ts';
import type { FollowedEntries } from './followed-entries.ts';
import type { CertifiedObject } from './read-certified.ts';
import { audienceFrom, invite } from './rebuild-audience.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/** Data that a topic needs to continue and that was lost with the database. */
export type Loss = 'sealed inputs' | 'random secret';

/** Writes a topic's rows as its ledger has them, in one transaction. Returns a loss that requires closing the topic. */
export async function saveFollowed(
  platform: RestoringPlatform,
  found: {
    topicId: string;
    before: TopicRow | undefined;
    manifest: CertifiedObject | undefined;
    hasSummary: boolean;
    followed: FollowedEntries;
  },
): Promise<Loss | undefined> {
  const { topicId, before, manifest, followed, hasSummary } = found;
  const { last } = followed;
  const newest = followed.entries.at(-1);
  if (!last || !newest) return undefined;
  const updatedAt = new Date(newest.header.context.now);
  const isOpen = last.mode.isOpen(last.state);
  const randomSecret = followed.randomSecret ?? before?.randomSecret ?? null;
  const standing = {
    status: isOpen ? ('open' as const) : ('closed' as const),
    state: canonicalJson(last.state),
    ledgerSequence: last.head.sequence,
    ledgerHead: last.head.hash,
    updatedAt,
    randomSecret,
    ...(last.mode.summary(last.state) === 'awaited' || !(isOpen || hasSummary) ? { summaryDue: true } : {}),
  };
  await platform.database.transaction(async (transaction) => {
    if (before)
      await transaction.update(tables.topics).set(standing).where(eq(tables.topics.topicId, topicId));
    else await insert(transaction, topicId, manifest, followed, standing);
    await adoptEntries(transaction, topicId, followed);
    await schedule(transaction, topicId, followed, { before, manifest });
    await publishState(transaction, topicId, followed, newest.header.context.now);
  });
  platform.report.count('topics rebuilt');
  platform.report.count('ledger entries taken over', followed.entries.length);
  if (!isOpen) return undefined;
  if (followed.sealed.size > 0) return 'sealed inputs';
  return followed.randomCommitment !== undefined && randomSecret === null ? 'random secret' : undefined;
}

/** Inserts a topic that was created after the backup, or whose entries differ from the backup's. */
async function insert(
  transaction: Executor,
  topicId: string,
  manifest: CertifiedObject | undefined,
  followed: FollowedEntries,
  standing: Pick<
    TopicRow,
    'status' | 'state' | 'ledgerSequence' | 'ledgerHead' | 'updatedAt' | 'randomSecret'
  >,
): Promise<void> {
  const { topics, ledgerEntries, spokenLines, topicRecords, sealedInputs, unreadLines } = tables;
  const { last, entries } = followed;
  const [first] = entries;
  if (!last || !first) return;
  const replaced = await transaction.select().from(topics).where(eq(topics.topicId, topicId));
  if (replaced.length > 0) {
    for (const table of [ledgerEntries, spokenLines, unreadLines, topicRecords, sealedInputs])
      await transaction.delete(table).where(eq(table.topicId, topicId));
    await transaction.update(topics).set(standing).where(eq(topics.topicId, topicId));
    return;
  }
  if (!manifest) throw new Error('a topic is entered by its manifest');
  const { object } = manifest;
  const { read_scope: readScope, closes_at: closesAt, proposed_by: proposedBy } = object;
  await transaction.insert(topics).values({
    topicId,
    ...audienceFrom(object),
    ...standing,
    readScope: readScope === 'all' ? 'all' : 'judged',
    mode: last.mode.name,
    modeVersion: last.mode.version,
    terms: canonicalJson(asJson(last.terms)),
    createdAt: new Date(first.header.context.now),
    closesAt: typeof closesAt === 'string' ? new Date(closesAt) : null,
    proposedBy: typeof proposedBy === 'string' ? proposedBy : null,
    // Verified against the schema of its kind when it was read.
    fingerprint: titleFingerprint((object as unknown as TopicManifest).title),
  });
  const invited = await invite(transaction, topicId, object);
  await appendFeed(
    transaction,
    invited.map((agentId) => ({
      agentId,
      eventType: 'topic.invited',
      topicId,
      objectKey: manifest.objectKey,
      occurredAt: manifest.issuedAt,
      // Verified against the schema of its kind when it was read.
      payload: { title: (object as unknown as TopicManifest).title },
    })),
  );
}

/** Writes the topic's deadline. */
async function schedule(
  transaction: Executor,
  topicId: string,
  { last }: FollowedEntries,
  { before, manifest }: { before: TopicRow | undefined; manifest: CertifiedObject | undefined },
): Promise<void> {
  const { topicDeadlines } = tables;
  await transaction.delete(topicDeadlines).where(eq(topicDeadlines.topicId, topicId));
  if (!last?.mode.isOpen(last.state) || before?.pausedAt) return;
  const deadline = last.mode.deadline(last.state);
  const { closes_at: closesAt } = manifest?.object ?? {};
  const end = before?.closesAt ?? (typeof closesAt === 'string' ? new Date(closesAt) : null);
  const dueAt = earlier(deadline === undefined ? undefined : new Date(deadline), end);
  if (dueAt) await transaction.insert(topicDeadlines).values({ topicId, dueAt });
}

/** Enqueues the state after the last entry, because the crash may have happened between the entry and its state. */
async function publishState(
  transaction: Executor,
  topicId: string,
  followed: FollowedEntries,
  updatedAt: string,
): Promise<void> {
  const key = stateKey(topicId);
  const [newest] = await newestBodies(transaction, [key]);
  // Verified against the schema of its kind when it was read.
  const state = newest?.body as unknown as TopicState | undefined;
  if (state?.ledger?.head === followed.last?.head.hash) return;
  const body = stateBody(topicId, followed, updatedAt);
  await enqueueObjects(transaction, [{ stream: topicStream(topicId), objectKey: key, body }]);
}
