import {
  failedOutcome,
  getScope,
  getWording,
  isInScope,
  keyedEntryId,
  type MemoryQuery,
  type MemoryStore,
  type NamedEntry,
  type RunState,
  searchResultText,
  type ToolOutcome,
} from '@agent-home/agent-runtime';
import { canonicalJson } from '@agent-home/protocol';
import { cleanEntry, cleanLabels } from './clean-entry.ts';
import type { Cleaner } from './cleaner.ts';
import { getCode } from './perform-memory.ts';

interface Parts {
  state: RunState;
  store: MemoryStore | undefined;
  cleaner: Cleaner;
  signal: AbortSignal;
}

/** Searches the agent's memory. The result is fenced, and tainted if one of its entries has words of others. */
export async function searchMemory(
  { query, tags = [], limit }: MemoryQuery,
  { state, store, cleaner, signal }: Parts,
): Promise<ToolOutcome> {
  const { started } = state;
  if (!store || !started.memory) return unavailable('no memory was searched: this agent has none');
  const scope = { ...getScope(started), tags };
  try {
    const found = await store.recall(cleaner.clean(query), { ...scope, limit, signal });
    const entries = [...found]
      .flatMap((entry) => cleanEntry(entry, cleaner) ?? [])
      .filter((entry) => isInScope(entry, scope))
      .slice(0, limit);
    const text =
      entries.length === 0 ? 'no entries' : searchResultText(entries, started.salt, getWording(state));
    return {
      status: 'ok',
      content: [{ type: 'text', text }],
      metadata: { entries: entries.length },
      ...(entries.some(({ tainted }) => tainted) ? { tainted: true } : {}),
    };
  } catch (error) {
    signal.throwIfAborted();
    return unavailable(`no memory was searched: the memory store failed (${getCode(error)})`);
  }
}

/** Removes an entry of the agent's memory. The outcome in the log has the removed entry's key, tags and source, without its text. */
export async function forgetEntry(
  named: NamedEntry,
  { state, store, cleaner, signal }: Parts,
): Promise<ToolOutcome> {
  const { started } = state;
  if (!store || !started.memory) return unavailable('nothing was removed: this agent has no memory');
  const id = 'id' in named ? named.id : keyedEntryId(cleanLabels(named, cleaner).key ?? named.key, started);
  try {
    const entry = cleanEntry(await store.show(started.agent, id), cleaner);
    if (!entry || !isInScope(entry, getScope(started)) || !(await store.forget(started.agent, id)))
      return { status: 'ok', content: [{ type: 'text', text: 'not there' }], metadata: {} };
    const { key, tags, time, origin, tainted } = entry;
    const removed = {
      id,
      time,
      from_others: tainted,
      source: { agent: started.agent, run: origin.run_id, record: origin.seq },
      ...(key === undefined ? {} : { key }),
      ...(tags === undefined ? {} : { tags }),
    };
    return {
      status: 'ok',
      content: [{ type: 'text', text: `removed ${canonicalJson(removed)}` }],
      metadata: { removed },
      // Key and tags are words of the entry.
      ...(tainted ? { tainted: true } : {}),
    };
  } catch (error) {
    signal.throwIfAborted();
    return unavailable(`nothing was removed: the memory store failed (${getCode(error)})`);
  }
}

function unavailable(message: string): ToolOutcome {
  return failedOutcome('memory_unavailable', message);
}
