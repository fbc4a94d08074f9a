import { objectKey, type TopicLedgerEntry } from '@agent-home/protocol';
import type { Evidence } from './evidence.ts';

/** Returns the ledgers in the bucket: the entries of each topic from the first one up to the first gap. */
export function publishedLedgers({
  bucket,
  ledger,
}: Pick<Evidence, 'bucket' | 'ledger'>): Map<string, TopicLedgerEntry[]> {
  const topicIds = new Set(ledger.map(({ topicId }) => topicId));
  return new Map(
    [...topicIds].map((topicId) => {
      const entries: TopicLedgerEntry[] = [];
      for (let sequence = 1; ; sequence += 1) {
        const text = bucket.get(objectKey('topic_ledger_entry', { topic_id: topicId, sequence }));
        if (text === undefined) return [topicId, entries];
        entries.push(JSON.parse(text) as TopicLedgerEntry);
      }
    }),
  );
}
