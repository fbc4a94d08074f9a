import type { NewTopic } from '@agent-home/http-contract';
import type { JsonObject } from '@agent-home/protocol';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { topicStream } from '../../publication/outbox/enqueue-object.ts';
import { requireNoRequestId } from '../../reading/direct-requests/request-id.ts';
import { requireOwnerOrPlatform } from '../../registry/tokens/require-owner.ts';
import { defineTopic } from '../definition/define-topic.ts';
import { withGrace } from '../inputs/grace.ts';
import { insertTopic } from './insert-topic.ts';

interface CreatedTopic {
  topic_id: string;
  mode: string;
  mode_version: number;
  rules: JsonObject;
}

/** Opens a topic in one transaction and notifies a worker to publish it. */
export async function createTopic(
  platform: Platform,
  request: NewTopic,
  ownerId: string,
): Promise<CreatedTopic> {
  const definition = defineTopic(platform, request, ownerId);
  requireNoRequestId(definition.topicId, 'topic_id');
  const { nextDeadline } = await actTransaction(
    platform,
    async (transaction) => {
      await requireOwnerOrPlatform(transaction, definition.ownerId);
      return insertTopic(platform, transaction, definition);
    },
    `topics/${definition.topicId}`,
  );
  const { topicId, mode, modeVersion, rules } = definition;
  await Promise.all([
    platform.wake.stream(topicStream(topicId)),
    nextDeadline && platform.wake.topic(topicId, withGrace(platform, nextDeadline)),
  ]);
  return { topic_id: topicId, mode, mode_version: modeVersion, rules };
}
