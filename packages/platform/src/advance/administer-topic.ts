import { tables } from '@agent-home/database';
import { type AdminAction, findMode } from '@agent-home/modes';
import { canonicalJsonBytes, type JsonObject } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import type { Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { topicStream } from '../publication/enqueue-object.ts';
import { commitTopic } from './judge-inputs.ts';
import { LedgerWriter } from './ledger-writer.ts';

/** An admin's action as an input like any other: judged by the mode, recorded in the ledger, replayable. */
export async function administerTopic(
  platform: Platform,
  topicId: string,
  admin: AdminAction,
): Promise<{ sequence: number; outcome: string; reason?: string }> {
  const result = await platform.database.transaction(async (transaction) => {
    const [topic] = await transaction
      .select()
      .from(tables.topics)
      .where(eq(tables.topics.topicId, topicId))
      .for('update');
    if (!topic) throw new PlatformError('not_found', 'there is no topic with this id');
    const mode = findMode(topic.mode, topic.modeVersion);
    if (!mode) throw new PlatformError('unknown_mode', 'this build cannot judge in this topic');
    const now = platform.now();
    const writer = LedgerWriter.resume(platform, mode, topic);
    const bytes = canonicalJsonBytes(admin as unknown as JsonObject);
    const judgement = writer.judge({ type: 'admin', bytes }, { now: now.toISOString() });
    await commitTopic(transaction, topic, writer, now);
    await writer.write(transaction);
    const { outcome, reason } = judgement.verdict;
    return { sequence: judgement.sequence, outcome, ...(reason ? { reason } : {}) };
  });
  await platform.wake.stream(topicStream(topicId));
  return result;
}
