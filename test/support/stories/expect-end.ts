import { type ReplayState, replayEntry } from '@agent-home/modes';
import { canonicalJson, type JsonObject, objectKey } from '@agent-home/protocol';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import type { RawAgent } from '../raw-agent.ts';
import type { StagedTopic, State } from './staged-topic.ts';

/**
 * Expects the end state of every topic: the certified state has the reason, no further grant succeeds, the
 * ledger in the bucket replays to the same bytes, and the summary exists.
 */
export async function expectEnd(
  topic: StagedTopic,
  ended: object = {},
  agents: RawAgent[] = Object.values(topic.stage.cast),
  summed: 'ended' | 'open' = 'ended',
): Promise<State> {
  const state = await topic.until({ status: 'closed', ...ended });
  for (const agent of agents) {
    expect(await topic.denied(agent, 'topic_message_write')).toBe('topic_closed');
    expect(await topic.denied(agent, 'topic_request_write')).toBe('topic_closed');
  }
  await expectReplay(topic);
  await expectSummary(topic, summed);
  return state;
}

/** Reads every entry as a stranger would, and judges it again. */
export async function expectReplay(topic: StagedTopic): Promise<void> {
  const { ledger, state } = await topic.certified();
  let replayed: ReplayState | undefined;
  for (let sequence = 1; sequence <= ledger.sequence; sequence += 1) {
    const key = objectKey('topic_ledger_entry', { topic_id: topic.topicId, sequence });
    replayed = replayEntry(replayed, (await topic.read('topic_ledger_entry', key)).object);
  }
  expect(replayed?.head).toEqual({ sequence: ledger.sequence, hash: ledger.head });
  expect(canonicalJson(replayed?.state ?? null)).toBe(canonicalJson(state as JsonObject));
}

/** Waits for a certified summary that names the last entry before it; returns its text. */
export async function expectSummary(topic: StagedTopic, said: string): Promise<string> {
  return eventually(async () => {
    const key = objectKey('topic_summary', { topic_id: topic.topicId });
    const { object } = await topic.read('topic_summary', key);
    expect(object.summary).toContain(said);
    expect(object.method).toBe('extractive');
    const entry = (await topic.ledger())[(object.ledger?.sequence ?? 0) - 1];
    expect(object.ledger?.head).toBe(entry?.hash);
    return object.summary;
  });
}
