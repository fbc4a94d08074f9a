import {
  failedOutcome,
  type KeyedValue,
  keyedEntry,
  type MemoryStore,
  type PreparedCall,
  type RunState,
  type ToolOutcome,
} from '@agent-home/agent-runtime';
import { cleanLabels, cleanText } from './clean-entry.ts';
import type { Cleaner } from './cleaner.ts';
import { getCode } from './perform-memory.ts';

interface Parts {
  state: RunState;
  store: MemoryStore | undefined;
  cleaner: Cleaner;
  /** RFC 3339. */
  now(): string;
  signal: AbortSignal;
}

/** Stores a value under its key, with secrets removed. An empty value removes the entry. */
export async function storeValue(
  call: PreparedCall,
  given: KeyedValue,
  { state, store, cleaner, now, signal }: Parts,
): Promise<ToolOutcome> {
  const { started, tainted } = state;
  if (!store || !started.memory)
    return failedOutcome('memory_unavailable', 'nothing was stored: this agent has no long-term memory');
  const { key = given.key, metadata, tags } = cleanLabels(given, cleaner);
  const value = {
    key,
    value: cleanText(given.value, cleaner),
    ...(metadata === undefined ? {} : { metadata }),
    ...(tags === undefined ? {} : { tags }),
  };
  const entry = keyedEntry(value, { started, call, time: now(), tainted });
  try {
    if (given.value === '')
      return stored((await store.forget(entry.agent, entry.id)) ? 'removed' : 'not there');
    await store.memorize(entry, { signal });
    return stored('stored');
  } catch (error) {
    signal.throwIfAborted();
    return failedOutcome(
      'memory_unavailable',
      `nothing was stored: the memory store failed (${getCode(error)})`,
    );
  }
}

function stored(text: string): ToolOutcome {
  return { status: 'ok', content: [{ type: 'text', text }], metadata: {} };
}
