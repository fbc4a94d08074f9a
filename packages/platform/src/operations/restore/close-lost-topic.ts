import { findMode } from '@agent-home/modes';
import { canonicalJsonBytes } from '@agent-home/protocol';
import { commitSession } from '../../judging/session/commit-session.ts';
import { lockTopic } from '../../judging/session/judge-inputs.ts';
import { TopicSession } from '../../judging/session/topic-session.ts';
import type { RestoringPlatform } from './restoring-platform.ts';
import type { Loss } from './save-followed.ts';

const reasons: Record<Loss, string> = {
  'sealed inputs': 'restored from a backup: what was sealed after it can be opened by nobody any more',
  'random secret': 'restored from a backup: the secret its draws come from is lost',
};

/**
 * Closes a topic that lost a secret, by an entry with that reason: without the secret it cannot keep its commitments.
 */
export async function closeLostTopic(
  platform: RestoringPlatform,
  topicId: string,
  loss: Loss,
): Promise<void> {
  const reason = reasons[loss];
  await platform.database.transaction(async (transaction) => {
    const topic = await lockTopic(transaction, topicId);
    const mode = topic && findMode(topic.mode, topic.modeVersion);
    if (!topic || !mode) return;
    const session = new TopicSession(platform, transaction, topic, mode);
    await session.judge({ type: 'admin', bytes: canonicalJsonBytes({ action: 'close', reason }) });
    await commitSession(platform, transaction, session);
  });
  platform.report.count('topics closed for what is lost');
  platform.report.note(`topic ${topicId}: closed, ${reason}`);
}
