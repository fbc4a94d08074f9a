import type { Executor } from '@agent-home/database';
import { type AdminAction, findMode } from '@agent-home/modes';
import { asJson, canonicalJsonBytes } from '@agent-home/protocol';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { topicStream } from '../../publication/outbox/enqueue-object.ts';
import { requireKnownAgents } from '../../registry/agents/require-agents.ts';
import { type CommittedTopic, commitSession } from './commit-session.ts';
import { lockTopic } from './judge-inputs.ts';
import { type TopicRow, TopicSession } from './topic-session.ts';

interface Administered {
  result: { sequence: number; outcome: string; reason?: string };
  committed: CommittedTopic;
}

/** Puts an admin's action into a topic as an input: the mode judges it, and the ledger records it. */
export async function administerTopic(
  platform: Platform,
  topicId: string,
  admin: AdminAction,
): Promise<Administered['result']> {
  const { result, committed } = await platform.database.transaction(async (transaction) => {
    const topic = await lockTopic(transaction, topicId);
    if (!topic) throw new PlatformError('not_found', 'there is no topic with this id');
    if (admin.action === 'remove_agent') await requireKnownAgents(transaction, [admin.agent_id], 'agent_id');
    return administerLocked(platform, transaction, topic, admin);
  });
  await announce(platform, topicId, committed);
  return result;
}

/** The same in a transaction of the caller, who holds the topic's lock and calls `announce` after the commit. */
export async function administerLocked(
  platform: Platform,
  transaction: Executor,
  topic: TopicRow,
  admin: AdminAction,
): Promise<Administered> {
  const mode = findMode(topic.mode, topic.modeVersion);
  if (!mode) throw new PlatformError('unknown_mode', 'this build cannot judge in this topic');
  const session = new TopicSession(platform, transaction, topic, mode);
  const bytes = canonicalJsonBytes(asJson(admin));
  const { sequence, verdict } = await session.judge({ type: 'admin', bytes });
  const { outcome, reason } = verdict;
  return {
    result: { sequence, outcome, ...(reason ? { reason } : {}) },
    committed: await commitSession(platform, transaction, session),
  };
}

/** Wakes workers after the commit: to publish, to act at the deadline, to write the summary of an ended topic. */
export async function announce(
  platform: Platform,
  topicId: string,
  { streams, nextDeadline }: CommittedTopic,
): Promise<void> {
  await Promise.all([topicStream(topicId), ...streams].map((stream) => platform.wake.stream(stream)));
  await platform.wake.topic(topicId, nextDeadline);
}
