import { canonicalJson, sha256Hex } from '@agent-home/protocol';
import type { KeyedValue } from '../ports/memory-store.ts';
import type { PreparedCall } from '../ports/prepared-call.ts';
import type { MemoryEntry, RunStarted } from '../run-log/index.ts';

/**
 * Returns the entry of a value that is stored by key. Its id derives from the agent and the key, and from the session if each
 * session remembers separately. A later value of the same key has the same id and replaces it in every store.
 */
export function keyedEntry(
  { key, value, metadata = {}, tags = [] }: KeyedValue,
  {
    started,
    call,
    time,
    tainted,
  }: { started: RunStarted; call: PreparedCall; time: string; tainted: boolean },
): MemoryEntry {
  const { agent, session_id: session } = started;
  return {
    id: keyedEntryId(key, started),
    agent,
    session_id: session,
    time,
    text: value,
    tainted,
    key,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(tags.length === 0 ? {} : { tags }),
    origin: { run_id: call.runId, seq: call.logHead.seq, hash: call.logHead.hash },
  };
}

/** Returns the id of the entry with a key, in the scope of a run. */
export function keyedEntryId(
  key: string,
  { agent, session_id: session, memory }: Pick<RunStarted, 'agent' | 'session_id' | 'memory'>,
): string {
  const place = ['key', agent, memory?.scope === 'agent' ? null : session, key];
  return sha256Hex(new TextEncoder().encode(canonicalJson(place)));
}
