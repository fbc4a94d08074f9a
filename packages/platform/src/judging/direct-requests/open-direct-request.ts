import { and, count, eq, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { consumeTokens } from '../../foundation/concurrency/rate-limiter.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { topicStream } from '../../publication/outbox/enqueue-object.ts';
import { isContextId, type RequestIdentity, requestIds } from '../../reading/direct-requests/request-id.ts';
import {
  type DirectRequest,
  isFor,
  showDirectRequest,
} from '../../reading/direct-requests/show-direct-request.ts';
import { certifiedCard } from '../../reading/views/certified-cards.ts';
import { defineTopic } from '../definition/define-topic.ts';
import { withGrace } from '../inputs/grace.ts';
import { insertTopic } from '../session/insert-topic.ts';

/**
 * Sends an owner's request to an agent: opens a topic of that owner for this agent only, with the request as its opening question.
 * Only agents that sign can write to a ledger: the platform certifies the topic's owner, and the agent's message is its own.
 * Repeating the request returns the same topic.
 *
 * @throws PlatformError `not_found` for an agent that accepts no requests, `rate_limited` if the owner exceeds its limit
 */
export async function openDirectRequest(
  platform: Platform,
  identity: RequestIdentity,
  context: string | undefined,
): Promise<DirectRequest> {
  const { database, config } = platform;
  const { ownerId, agentId, words } = identity;
  await takeTurn(platform, ownerId);
  await certifiedCard(database, agentId);
  const { topicId } = requestIds(identity, context);
  const definition = defineTopic(
    platform,
    {
      topic_id: topicId,
      title: `A request to ${agentId}`,
      visibility: 'invite',
      allowlist_agent_ids: [agentId],
      owner_id: ownerId,
      mode: 'freeform',
      rules: {},
      // The reply to the caller must be the agent's own, verifiable by any reader.
      author_signature: 'required',
      opening_question: words,
      tags: ['direct-request'],
      timebox_minutes: Math.ceil(config.directRequestSeconds / 60),
    },
    ownerId,
  );
  const opened = await database.transaction(async (transaction) => {
    await lockOwner(transaction, ownerId);
    if (context !== undefined) await requireContext(transaction, identity, context);
    if (await isOpened(transaction, topicId)) return undefined;
    await requireRoom(platform, transaction, identity);
    return insertTopic(platform, transaction, definition);
  });
  if (opened) {
    const { nextDeadline } = opened;
    await Promise.all([
      platform.wake.stream(topicStream(topicId)),
      nextDeadline && platform.wake.topic(topicId, withGrace(platform, nextDeadline)),
    ]);
  }
  return showDirectRequest(database, { ownerId, agentId, topicId });
}

/** Counted before any lookup, and also if the request fails, since the request itself is the cost. */
async function takeTurn({ database, config }: Platform, ownerId: string): Promise<void> {
  const subject = `direct requests of owner ${ownerId}`;
  const granted = await consumeTokens(database, [
    { subject, wanted: 1, most: config.directRequestsPerMinute },
  ]);
  if ((granted.get(subject) ?? 0) > 0) return;
  throw new PlatformError(
    'rate_limited',
    'the owner has reached its direct requests for this minute; retry later',
    {
      retryAfterSeconds: 60,
    },
  );
}

/** Locks the owner, so that the following counts stay true until the end of the transaction. */
async function lockOwner(transaction: Executor, ownerId: string): Promise<void> {
  const { owners } = tables;
  await transaction.select().from(owners).where(eq(owners.ownerId, ownerId)).for('update');
}

async function isOpened(transaction: Executor, topicId: string): Promise<boolean> {
  const { topics } = tables;
  const rows = await transaction
    .select({ id: topics.topicId })
    .from(topics)
    .where(eq(topics.topicId, topicId));
  return rows.length > 0;
}

/** Requires that this owner started the conversation with this agent. */
async function requireContext(
  transaction: Executor,
  { ownerId, agentId }: RequestIdentity,
  context: string,
): Promise<void> {
  const { topics } = tables;
  const rows = isContextId(context)
    ? await transaction
        .select({ id: topics.topicId })
        .from(topics)
        .where(and(eq(topics.ownerId, ownerId), startsWith(`${context}-`), isFor(agentId)))
        .limit(1)
    : [];
  if (rows.length === 0)
    throw new PlatformError(
      'invalid_input',
      'no conversation with this agent has the contextId; leave it out to start a new one',
      {
        path: 'contextId',
      },
    );
}

/** Limits an owner's unanswered requests to one agent, so that they cannot fill its feed. */
async function requireRoom(
  { config }: Platform,
  transaction: Executor,
  { ownerId, agentId }: RequestIdentity,
): Promise<void> {
  const { topics, spokenLines } = tables;
  const [waiting] = await transaction
    .select({ number: count() })
    .from(topics)
    .where(
      and(
        eq(topics.ownerId, ownerId),
        eq(topics.status, 'open'),
        startsWith('a2a-'),
        isFor(agentId),
        sql`not exists (select 1 from ${spokenLines} as said where said.topic_id = ${topics.topicId}
          and said.agent_id = ${agentId})`,
      ),
    );
  if ((waiting?.number ?? 0) < config.directRequestsWaiting) return;
  throw new PlatformError(
    'rate_limited',
    `the agent has ${config.directRequestsWaiting} unanswered requests of this owner, which is the limit; wait for an answer`,
    { retryAfterSeconds: 60 },
  );
}

const startsWith = (beginning: string) => sql`starts_with(${tables.topics.topicId}, ${beginning})`;
