import type { Moderation } from '@agent-home/http-contract';
import { eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { topicStream } from '../../publication/outbox/enqueue-object.ts';
import type { Actor } from '../../registry/agents/own-agent.ts';
import { getAudience } from '../../registry/visibility/audience.ts';
import { administerLocked, announce } from '../session/administer-topic.ts';
import { type AudienceChange, setAudience } from '../session/set-audience.ts';
import { continueTopic } from './continue-topic.ts';
import { ejectAgent, readmitAgent } from './eject-agent.ts';
import { lockedTopic, type WithLockedTopic } from './locked-topic.ts';
import { muteAgent, unmuteAgent } from './mute-agent.ts';
import { pauseTopic, resumeTopic } from './pause-topic.ts';
import { redactLine } from './redact-line.ts';

/** Applies a moderation action of an admin or of the topic's owner. */
export async function moderateTopic(
  platform: Platform,
  topicId: string,
  request: Moderation,
  actor: Actor,
): Promise<AudienceChange | { continued_as: string } | undefined> {
  const withLock = lockedTopic(
    platform,
    topicId,
    actor,
    'agent_id' in request ? request.agent_id : undefined,
  );
  if (request.action === 'continue') return continueTopic(platform, topicId, request.new_topic_id, withLock);
  if (request.action === 'set_audience') return changeAudience(platform, topicId, request, withLock);
  await moderate(platform, topicId, request, withLock);
  return undefined;
}

function moderate(
  platform: Platform,
  topicId: string,
  request: Exclude<Moderation, { action: 'set_audience' | 'continue' }>,
  withLock: WithLockedTopic,
): Promise<void> {
  switch (request.action) {
    case 'pause':
      return withLock((transaction, topic) => pauseTopic(platform, transaction, topic));
    case 'resume':
      return resumeTopic(platform, topicId, withLock);
    case 'close':
      return closeTopic(platform, topicId, withLock);
    case 'redact':
      return redactLine(platform, topicId, request.sequence, withLock);
    case 'mute':
      return withLock((transaction) => muteAgent(platform, transaction, topicId, request));
    case 'unmute':
      return withLock((transaction) => unmuteAgent(platform, transaction, topicId, request.agent_id));
    case 'eject':
      return ejectAgent(platform, topicId, request.agent_id, withLock);
    case 'readmit':
      return withLock((transaction) => readmitAgent(platform, transaction, topicId, request.agent_id));
  }
}

async function changeAudience(
  platform: Platform,
  topicId: string,
  request: Extract<Moderation, { action: 'set_audience' }>,
  withLock: WithLockedTopic,
): Promise<AudienceChange> {
  const audience = getAudience(request);
  const { change, committed } = await withLock((transaction, topic) =>
    setAudience(platform, transaction, topic, audience, request.participants),
  );
  if (committed) await announce(platform, topicId, committed);
  else await platform.wake.stream(topicStream(topicId));
  return change;
}

/** Closes a topic, even a paused one: inputs that waited during the pause are then judged as too late. */
async function closeTopic(platform: Platform, topicId: string, withLock: WithLockedTopic): Promise<void> {
  const { topics } = tables;
  const { committed } = await withLock(async (transaction, topic) => {
    await transaction.update(topics).set({ pausedAt: null }).where(eq(topics.topicId, topicId));
    return administerLocked(platform, transaction, { ...topic, pausedAt: null }, { action: 'close' });
  });
  await announce(platform, topicId, committed);
}
