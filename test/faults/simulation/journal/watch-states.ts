import { setTimeout as delay } from 'node:timers/promises';
import { type ObjectStore, ObjectStoreError } from '@agent-home/object-store';
import { objectKey, sha256Hex, type TopicLedgerEntry, type TopicState } from '@agent-home/protocol';
import type { Playground } from '../agents/playground.ts';
import type { Journal } from './journal.ts';

const limits = { maxBytes: 4_000_000, timeoutMs: 3_000 };

/**
 * Reads certified objects repeatedly while the home runs, and each ledger entry right after a state first names it: objects stay in
 * the bucket, and entries are stored before their state.
 */
export async function watchStates(
  store: ObjectStore,
  playground: Playground,
  journal: Journal,
  signal: AbortSignal,
): Promise<void> {
  const heads = new Map<string, number>();
  while (!signal.aborted) {
    for (const { topicId } of playground.topics()) {
      const state = await see(store, journal, objectKey('topic_state', { topic_id: topicId }));
      const { sequence } = (state as TopicState | undefined)?.ledger ?? {};
      if (sequence === undefined || heads.get(topicId) === sequence) continue;
      const first = Math.min((heads.get(topicId) ?? 0) + 1, sequence);
      heads.set(topicId, sequence);
      for (let at = first; at <= sequence; at++) await seeEntry(store, journal, topicId, at);
    }
    await delay(30);
  }
}

async function seeEntry(store: ObjectStore, journal: Journal, topicId: string, sequence: number) {
  const entry = await see(store, journal, objectKey('topic_ledger_entry', { topic_id: topicId, sequence }));
  if (entry === null) journal.missingEntries.push({ topicId, sequence, at: Date.now() });
  if (!entry) return;
  const { input, verdict } = (entry as TopicLedgerEntry).header;
  journal.entries.push({ topicId, sequence, outcome: verdict.outcome, objectKey: input.object_key });
}

/** Returns `null` if the object does not exist; `undefined` if the store does not respond. */
async function see(store: ObjectStore, journal: Journal, key: string): Promise<object | null | undefined> {
  const askedAt = Date.now();
  try {
    const { bytes } = await store.get(key, limits);
    const object = JSON.parse(new TextDecoder().decode(bytes)) as { cert: { version: number } };
    const { version } = object.cert;
    journal.sightings.push({ key, version, sha256: sha256Hex(bytes), askedAt, answeredAt: Date.now() });
    return object;
  } catch (error) {
    if (error instanceof ObjectStoreError) return error.code === 'not_found' ? null : undefined;
    throw error;
  }
}
