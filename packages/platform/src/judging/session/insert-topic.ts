import { findMode, type ModeContext, type TopicTerms } from '@agent-home/modes';
import { asJson, canonicalJson, objectKey } from '@agent-home/protocol';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { titleFingerprint } from '../../foundation/text/title-fingerprint.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { enqueueObjects, topicStream } from '../../publication/outbox/enqueue-object.ts';
import { requireKnownAgents } from '../../registry/agents/require-agents.ts';
import { requireAudience } from '../../registry/topics/require-audience.ts';
import { getTerms, manifestBody, type TopicDefinition } from '../../registry/topics/topic-policy.ts';
import { startFacts } from '../definition/answer-at-once.ts';
import { earlier } from '../inputs/grace.ts';
import { LedgerWriter } from './ledger-writer.ts';

/**
 * Writes a new topic in the caller's transaction: its rows, its first ledger entry with the terms, and its objects for
 * the bucket. Answers its first deadline.
 */
export async function insertTopic(
  platform: Platform,
  executor: Executor,
  definition: TopicDefinition,
): Promise<{ nextDeadline: Date | undefined }> {
  const { topicId, createdAt } = definition;
  const mode = findMode(definition.mode, definition.modeVersion);
  if (!mode)
    throw new PlatformError('unknown_mode', 'the mode does not exist; see the list of modes', {
      path: 'mode',
    });
  const { facts, randomSecret } = startFacts(
    mode.startFacts(definition.rules, createdAt.toISOString()),
    platform.randomBytes,
  );
  const context: ModeContext = {
    now: createdAt.toISOString(),
    ...(Object.keys(facts).length > 0 ? { facts } : {}),
  };
  await requireAudience(executor, definition);
  await requireKnownAgents(executor, definition.allowlist, 'allowlist_agent_ids');
  const terms = getTerms(definition, platform.config);
  const writer = LedgerWriter.begin(platform, terms, mode, context);
  await insertRow(executor, definition, terms, writer, randomSecret);
  if (definition.allowlist.length > 0) {
    await executor
      .insert(tables.topicAllowlist)
      .values(definition.allowlist.map((agentId) => ({ topicId, agentId })));
  }
  const nextDeadline = earlier(writer.deadline, definition.closesAt ?? null);
  if (nextDeadline) await executor.insert(tables.topicDeadlines).values({ topicId, dueAt: nextDeadline });
  const manifestKey = objectKey('topic_manifest', { topic_id: topicId });
  await enqueueObjects(executor, [
    { stream: topicStream(topicId), objectKey: manifestKey, body: manifestBody(definition) },
  ]);
  await writer.write(executor);
  await appendFeed(executor, invitations(definition, manifestKey));
  return { nextDeadline };
}

async function insertRow(
  executor: Executor,
  definition: TopicDefinition,
  terms: TopicTerms,
  writer: LedgerWriter,
  randomSecret: string | null,
): Promise<void> {
  const inserted = await executor
    .insert(tables.topics)
    .values({
      topicId: definition.topicId,
      title: definition.title,
      visibility: definition.visibility,
      readScope: definition.readScope,
      ownerId: definition.ownerId,
      circleId: definition.circleId,
      status: 'open',
      mode: definition.mode,
      modeVersion: definition.modeVersion,
      terms: canonicalJson(asJson(terms)),
      state: canonicalJson(writer.state),
      ledgerSequence: writer.head.sequence,
      ledgerHead: writer.head.hash,
      createdAt: definition.createdAt,
      updatedAt: definition.createdAt,
      randomSecret,
      closesAt: definition.closesAt ?? null,
      proposedBy: definition.proposedBy ?? null,
      fingerprint: titleFingerprint(definition.title),
    })
    .onConflictDoNothing()
    .returning({ topicId: tables.topics.topicId });
  if (inserted.length === 0)
    throw new PlatformError('topic_id_taken', 'another topic has this id; use another id', {
      path: 'topic_id',
    });
}

/** Returns the feed events that invite the agents on the allowlist. */
function invitations({ topicId, title, allowlist, createdAt }: TopicDefinition, manifestKey: string) {
  return allowlist.map((agentId) => ({
    agentId,
    eventType: 'topic.invited' as const,
    topicId,
    objectKey: manifestKey,
    occurredAt: createdAt,
    payload: { title },
  }));
}
