import { asJson, hashState, type JsonObject, type TopicLedgerEntry } from '@agent-home/protocol';
import type { ReplayState } from './replay-topic.ts';

/**
 * The entry without its body, with what a replay needs to go on: the state it led to, where it changed, and what
 * the mode remembers because of it. `before` and `after` are where a replay stands around it; `wordless` has, by key,
 * what stands in the place of words that the mode remembers.
 */
export function eraseEntry(
  entry: TopicLedgerEntry,
  around: { before: Pick<ReplayState, 'state'>; after: Pick<ReplayState, 'state' | 'records'> } | undefined,
  at: string,
  wordless: Record<string, JsonObject> = {},
): JsonObject {
  const { body: _, erased: __, cert: ___, ...rest } = entry;
  const isChange = around !== undefined && hashState(around.before.state) !== entry.header.state_sha256;
  const remembered = Object.entries(around?.after.records ?? {});
  const records = Object.fromEntries(remembered.map(([key, value]) => [key, wordless[key] ?? value]));
  return {
    ...asJson(rest),
    erased: {
      at,
      ...(isChange ? { state: around.after.state } : {}),
      ...(remembered.length > 0 ? { records } : {}),
    },
  };
}
