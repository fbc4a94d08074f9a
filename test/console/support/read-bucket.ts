import { ObjectStoreError } from '@agent-home/object-store';
import { objectKey, type TopicLedgerEntry, type TopicState } from '@agent-home/protocol';
import { eventually } from '../../support/eventually.ts';
import type { WatchedHome } from './watched-home.ts';

export interface ReadBucket {
  /** Returns the accepted messages of a topic by ledger number, from the bucket's ledger. */
  spokenIn(topicId: string): Promise<Map<number, string>>;
  /** Waits for a matching state in the bucket; returns the state and the time, by this machine's clock. */
  nextState(
    topicId: string,
    like: (state: TopicState) => boolean,
  ): Promise<{ at: number; state: TopicState }>;
}

const limits = { maxBytes: 1024 * 1024, timeoutMs: 10_000 };

/** Reads the store itself, to compare the web UI with it. */
export function bucketReader(home: WatchedHome): ReadBucket {
  const { store } = home.open.platform;
  const read = async <Content>(key: string): Promise<Content | undefined> => {
    try {
      const { bytes } = await store.get(key, limits);
      return JSON.parse(new TextDecoder().decode(bytes)) as Content;
    } catch (error) {
      if (error instanceof ObjectStoreError && error.code === 'not_found') return undefined;
      throw error;
    }
  };
  return {
    async spokenIn(topicId) {
      const spoken = new Map<number, string>();
      for (let sequence = 1; ; sequence++) {
        const key = objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
        const entry = await read<TopicLedgerEntry>(key);
        if (!entry) return spoken;
        const { input, verdict } = entry.header;
        if (input.type !== 'message' || verdict.outcome !== 'accepted' || !entry.body) continue;
        const { content } = JSON.parse(entry.body.text) as { content: { text: string } };
        spoken.set(sequence, content.text);
      }
    },
    nextState: (topicId, like) =>
      eventually(async () => {
        const state = await read<TopicState>(objectKey('topic_state', { topic_id: topicId }));
        if (!state || !like(state)) throw new Error('not in this state yet');
        return { at: Date.now(), state };
      }, 30_000),
  };
}
