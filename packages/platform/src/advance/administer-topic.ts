import { type AdminAction, findMode } from '@agent-home/modes';
import { canonicalJsonBytes, type JsonObject } from '@agent-home/protocol';
import type { Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { topicStream } from '../publication/enqueue-object.ts';
import { commitSession } from './commit-session.ts';
import { lockTopic } from './judge-inputs.ts';
import { TopicSession } from './topic-session.ts';

/** An admin's action as an input like any other: judged by the mode, recorded in the ledger, replayable. */
export async function administerTopic(
  platform: Platform,
  topicId: string,
  admin: AdminAction,
): Promise<{ sequence: number; outcome: string; reason?: string }> {
  const { result, committed } = await platform.database.transaction(async (transaction) => {
    const topic = await lockTopic(transaction, topicId);
    if (!topic) throw new PlatformError('not_found', 'there is no topic with this id');
    const mode = findMode(topic.mode, topic.modeVersion);
    if (!mode) throw new PlatformError('unknown_mode', 'this build cannot judge in this topic');
    const session = new TopicSession(platform, transaction, topic, mode);
    const bytes = canonicalJsonBytes(admin as unknown as JsonObject);
    const { sequence, verdict } = await session.judge({ type: 'admin', bytes });
    const { outcome, reason } = verdict;
    return {
      result: { sequence, outcome, ...(reason ? { reason } : {}) },
      committed: await commitSession(platform, transaction, session),
    };
  });
  // The worker takes it from here: it publishes, and writes the summary of a topic that has ended.
  await Promise.all(
    [topicStream(topicId), ...committed.streams].map((stream) => platform.wake.stream(stream)),
  );
  await platform.wake.topic(topicId, committed.nextDeadline);
  return result;
}
