import { asJson, hashState, type JsonObject, type TopicLedgerEntry } from '@agent-home/protocol';
import type { ReplayState } from './replay-topic.ts';

/**
 * Returns the entry without its body, with the data that a replay needs: the state it led to, if it changed,
 * and the records that the mode stored because of it. `before` and `after` are the states of a replay around
 * it; `wordless` has, by key, replacements for words in those records.
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
