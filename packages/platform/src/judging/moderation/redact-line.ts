import { decide, findMode, openInput, placeOf, type TopicTerms } from '@agent-home/modes';
import { canonicalJsonBytes, type JsonObject } from '@agent-home/protocol';
import { and, eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { orderErasure } from '../erasure/order-erasure.ts';
import { administerLocked, announce, type LockedAction } from '../session/administer-topic.ts';
import type { TopicRow } from '../session/topic-session.ts';
import type { WithLockedTopic } from './locked-topic.ts';

/**
 * Redacts the text of one entry. A proposal that waits for votes is declined with it: it could no longer be
 * read, and accepting it would publish its text again.
 * @throws PlatformError `nothing_to_erase`
 */
export async function redactLine(
  platform: Platform,
  topicId: string,
  sequence: number,
  withLock: WithLockedTopic,
): Promise<void> {
  const committed = await withLock(async (transaction, topic) => {
    if ((await orderErasure(transaction, topicId, { sequence })) === 0)
      throw new PlatformError(
        'nothing_to_erase',
        'the entry has no message of an agent; choose another entry',
        { path: 'sequence' },
      );
    const decline = await declining(platform, transaction, topic, sequence);
    return decline && (await administerLocked(platform, transaction, topic, decline)).committed;
  });
  if (committed) await announce(platform, topicId, committed);
}

/** Returns the input that declines the proposal of this entry; undefined if none is pending. */
async function declining(
  { now }: Platform,
  transaction: Executor,
  topic: TopicRow,
  sequence: number,
): Promise<LockedAction | undefined> {
  const { ledgerEntries } = tables;
  const [entry] = await transaction
    .select({ objectKey: ledgerEntries.objectKey })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.topicId, topic.topicId), eq(ledgerEntries.sequence, sequence)));
  const place = entry?.objectKey ? placeOf(entry.objectKey) : undefined;
  const mode = findMode(topic.mode, topic.modeVersion);
  if (place?.what !== 'request' || !mode) return undefined;
  const { agent_id, id: request_id } = place;
  const action = { action: 'decide_proposal', agent_id, request_id, decision: 'decline' } as const;
  const terms = JSON.parse(topic.terms) as TopicTerms;
  const state = JSON.parse(topic.state) as JsonObject;
  const context = { now: now().toISOString() };
  const bytes = canonicalJsonBytes(action);
  const opened = openInput(mode, terms, state, { type: 'admin', bytes }, context);
  return decide(mode, terms, state, opened, context).verdict.outcome === 'accepted' ? action : undefined;
}
