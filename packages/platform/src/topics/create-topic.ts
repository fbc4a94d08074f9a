import { tables } from '@agent-home/database';
import { findMode, type ModeContext } from '@agent-home/modes';
import { canonicalJson, idSchema, type JsonObject, objectKey } from '@agent-home/protocol';
import { z } from 'zod';
import { LedgerWriter } from '../advance/ledger-writer.ts';
import { appendFeed } from '../feed/append-feed.ts';
import type { Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { enqueueObjects, topicStream } from '../publication/enqueue-object.ts';
import { lineOfText } from '../shared/line-of-text.ts';
import { randomId } from '../shared/random-id.ts';
import { manifestBody, type TopicDefinition, termsOf } from './topic-policy.ts';

export const newTopicSchema = z.strictObject({
  /** Made by the platform when absent; never reused. */
  topic_id: idSchema.optional(),
  title: lineOfText(200),
  visibility: z.enum(['public', 'invite', 'circle', 'owner-only']),
  allowlist_agent_ids: z.array(idSchema).max(1000).default([]),
  mode: z.string().min(1).max(60),
  rules: z.record(z.string(), z.unknown()).default({}),
  read_scope: z.enum(['all', 'judged']).default('all'),
  author_signature: z.enum(['optional', 'required']).optional(),
  opening_question: z.string().max(2000).optional(),
  tags: z.array(z.string().min(1).max(60)).max(32).optional(),
});
export type NewTopic = z.infer<typeof newTopicSchema>;

export interface CreatedTopic {
  topic_id: string;
  mode: string;
  mode_version: number;
  rules: JsonObject;
}

/** Opens a topic: its rows, the first ledger entry with its terms, and what the bucket is owed, in one commit. */
export async function createTopic(
  platform: Platform,
  request: NewTopic,
  ownerId: string,
): Promise<CreatedTopic> {
  const definition = define(platform, request, ownerId);
  const { topicId } = definition;
  const mode = findMode(definition.mode, definition.modeVersion);
  if (!mode) throw new PlatformError('unknown_mode', 'this mode is not known', { path: 'mode' });
  const context: ModeContext = { now: definition.createdAt.toISOString() };
  const terms = termsOf(definition, platform.config);
  const writer = LedgerWriter.begin(platform, terms, mode, context);

  await platform.database.transaction(async (transaction) => {
    const inserted = await transaction
      .insert(tables.topics)
      .values({
        topicId,
        title: definition.title,
        visibility: definition.visibility,
        readScope: definition.readScope,
        ownerId,
        status: 'open',
        mode: mode.name,
        modeVersion: mode.version,
        terms: canonicalJson(terms as unknown as JsonObject),
        state: canonicalJson(writer.state),
        ledgerSequence: writer.head.sequence,
        ledgerHead: writer.head.hash,
        createdAt: definition.createdAt,
        updatedAt: definition.createdAt,
      })
      .onConflictDoNothing()
      .returning({ topicId: tables.topics.topicId });
    if (inserted.length === 0)
      throw new PlatformError('topic_id_taken', 'another topic has this id', { path: 'topic_id' });
    if (definition.allowlist.length > 0) {
      await transaction
        .insert(tables.topicAllowlist)
        .values(definition.allowlist.map((agentId) => ({ topicId, agentId })));
    }
    const manifestKey = objectKey('topic_manifest', { topic_id: topicId });
    await enqueueObjects(transaction, [
      { stream: topicStream(topicId), objectKey: manifestKey, body: manifestBody(definition) },
    ]);
    await writer.write(transaction);
    await appendFeed(
      transaction,
      definition.allowlist.map((agentId) => ({
        agentId,
        eventType: 'topic.invited',
        topicId,
        objectKey: manifestKey,
        occurredAt: definition.createdAt,
        payload: { title: definition.title },
      })),
    );
  });
  await platform.wake.stream(topicStream(topicId));
  return { topic_id: topicId, mode: mode.name, mode_version: mode.version, rules: definition.rules };
}

function define(platform: Platform, request: NewTopic, ownerId: string): TopicDefinition {
  if (request.visibility !== 'public' && request.visibility !== 'invite') {
    throw new PlatformError('visibility_not_supported', 'this home offers public and invite topics', {
      path: 'visibility',
    });
  }
  const mode = findMode(request.mode);
  if (!mode) throw new PlatformError('unknown_mode', `there is no mode ${request.mode}`, { path: 'mode' });
  const parsed = mode.parseRules(request.rules);
  if ('problem' in parsed) throw new PlatformError('invalid_rules', parsed.problem, { path: parsed.path });
  return {
    topicId: request.topic_id ?? randomId('topic', platform.randomBytes),
    title: request.title,
    visibility: request.visibility,
    allowlist: request.visibility === 'invite' ? [...new Set(request.allowlist_agent_ids)] : [],
    readScope: request.read_scope,
    ownerId,
    mode: mode.name,
    modeVersion: mode.version,
    rules: parsed.rules,
    authorSignature: request.author_signature ?? platform.config.authorSignature,
    createdAt: platform.now(),
    ...(request.opening_question === undefined ? {} : { openingQuestion: request.opening_question }),
    ...(request.tags === undefined ? {} : { tags: request.tags }),
  };
}
