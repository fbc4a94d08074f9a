import type { Executor } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import type { Actor } from '../../registry/agents/own-agent.ts';
import { requireKnownAgents } from '../../registry/agents/require-agents.ts';
import { lockTopic } from '../session/judge-inputs.ts';
import type { TopicRow } from '../session/topic-session.ts';

/** Runs `work` in a transaction that holds the topic's lock, for an actor who may moderate it and about an existing agent. */
export type WithLockedTopic = <Answer>(
  work: (transaction: Executor, topic: TopicRow) => Promise<Answer>,
) => Promise<Answer>;

export function lockedTopic(
  platform: Platform,
  topicId: string,
  actor: Actor,
  agentId?: string,
): WithLockedTopic {
  return (work) =>
    actTransaction(platform, async (transaction) => {
      const topic = await lockTopic(transaction, topicId);
      // Same error for a topic of another owner and for a missing one, so that they cannot be distinguished.
      if (!topic || (actor.role === 'owner' && topic.ownerId !== actor.ownerId))
        throw new PlatformError('not_found', 'no topic of yours has this id; check it');
      if (agentId !== undefined) await requireKnownAgents(transaction, [agentId], 'agent_id');
      return work(transaction, topic);
    });
}
