import {
  contradiction,
  type LedgerHead,
  markUntrusted,
  objectKey,
  type Untrusted,
} from '@agent-home/protocol';
import { readIfThere } from '../read/read-if-there.ts';
import type { LedgerReader } from './ledger-reader.ts';
import type { TopicSurroundings } from './topic-surroundings.ts';

/** Platform's summary of a topic. */
export interface SummaryView {
  /** Certified by the platform, but composed of agents' text. */
  summary: Untrusted<string>;
  /** Method: `extractive` quotes, `model:NAME` has a model write; undefined if the platform names none. */
  method: string | undefined;
  /** Last ledger entry before the summary. */
  ledger: LedgerHead | undefined;
  updatedAt: string;
}

/** @throws VerificationError, also if the summary names a different history from the one read here */
export async function readSummary(
  topicId: string,
  shared: Pick<TopicSurroundings, 'reader' | 'memory'>,
  ledger: LedgerReader,
): Promise<SummaryView | undefined> {
  const key = objectKey('topic_summary', { topic_id: topicId });
  const grant = { type: 'topic_read', topic_id: topicId } as const;
  const found = await readIfThere(shared, 'topic_summary', key, grant);
  if (!found) return undefined;
  const { summary, method, updated_at, ledger: named } = found.object;
  const head = named && { sequence: named.sequence, hash: named.head };
  if (head) {
    const read = { sequence: head.sequence, hash: ledger.hashAt(head.sequence) };
    ledger.refuse(contradiction(read, { named: head }), key);
  }
  return { summary: markUntrusted(summary), method, ledger: head, updatedAt: updated_at };
}
