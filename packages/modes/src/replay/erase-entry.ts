import { asJson, hashState, type JsonObject, type TopicLedgerEntry } from '@agent-home/protocol';
import type { ReplayState } from './replay-topic.ts';

/**
 * The entry without its body, with what a replay needs to go on: the state it led to, where it changed, and what
 * the mode remembers because of it. `before` and `after` are where a replay stands around it.
 */
export function eraseEntry(
  entry: TopicLedgerEntry,
  around: { before: Pick<ReplayState, 'state'>; after: Pick<ReplayState, 'state' | 'records'> } | undefined,
  at: string,
): JsonObject {
  const { body: _, erased: __, cert: ___, ...rest } = entry;
  const isChange = around !== undefined && hashState(around.before.state) !== entry.header.state_sha256;
  const hasRecords = around !== undefined && Object.keys(around.after.records).length > 0;
  return {
    ...asJson(rest),
    erased: {
      at,
      ...(isChange ? { state: around.after.state } : {}),
      ...(hasRecords ? { records: around.after.records } : {}),
    },
  };
}
