import { newTopicSchema } from '@agent-home/http-contract';
import type { JsonObject } from '@agent-home/protocol';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import type { TopicDefinition } from '../../registry/topics/topic-policy.ts';
import { defineTopic } from './define-topic.ts';

/**
 * Returns the topic that a proposal requests, with its mode's default rules, or the reason of a refusal. The mode has already
 * checked the payload; this function also checks it with the schema for admins' topics.
 */
export function proposedDefinition(
  platform: Platform,
  proposal: { id: string; payload: JsonObject; ownerId: string; proposedBy: string },
): { definition: TopicDefinition } | { problem: string } {
  const { mode, title, visibility, circle_id, allowlist_agent_ids, tags, opening_question, timebox_minutes } =
    proposal.payload;
  const fields = {
    mode,
    title,
    visibility,
    circle_id,
    allowlist_agent_ids,
    tags,
    opening_question,
    timebox_minutes,
  };
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const owner = visibility === 'owner-only' ? { owner_id: proposal.ownerId } : {};
  const request = newTopicSchema.safeParse({ ...given, ...owner, topic_id: proposal.id });
  if (!request.success) return { problem: request.error.issues[0]?.message ?? 'does not fit' };
  try {
    const definition = defineTopic(platform, request.data, proposal.ownerId);
    return { definition: { ...definition, proposedBy: proposal.proposedBy } };
  } catch (error) {
    if (error instanceof PlatformError) return { problem: error.message };
    throw error;
  }
}
