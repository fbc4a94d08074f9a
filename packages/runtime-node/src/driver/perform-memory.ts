import {
  type Effect,
  getScope,
  type MemoryStore,
  type RunInput,
  type RunState,
} from '@agent-home/agent-runtime';
import { withEither } from '../cancelling/either-signal.ts';
import { cleanEntry, cleanText } from './clean-entry.ts';
import type { Cleaner } from './cleaner.ts';

/** Memory is optional, so a run does not wait longer for it. */
const memoryTimeoutMs = 3_000;

/**
 * Calls the store with a timeout. A failure becomes an input, and the run continues without memory. Text to and
 * from the store is cleaned of secrets here.
 */
export async function performMemory(
  effect: Extract<Effect, { kind: 'recall' | 'memorize' }>,
  {
    memory: store,
    now,
    tools: { cleaner },
  }: { memory: MemoryStore | undefined; now: () => string; tools: { cleaner: Cleaner } },
  { state, ending }: { state: RunState; ending: AbortSignal },
): Promise<RunInput> {
  const operation = effect.kind;
  const without = (code: string, message: string): RunInput => ({
    type: 'memory.unavailable',
    time: now(),
    data: { operation, code, message },
  });
  if (!store) return without('not_configured', 'no memory store is configured');
  let isTooLate = false;
  const reason = () => {
    isTooLate = true;
    return new DOMException('memory did not answer in time', 'TimeoutError');
  };
  const act = (signal: AbortSignal) =>
    Promise.race([ask(effect, store, { state, now, signal, cleaner }), aborted(signal)]);
  try {
    return await withEither([ending], act, { ms: memoryTimeoutMs, reason });
  } catch (error) {
    if (isTooLate) return without('timeout', `the memory store did not respond within ${memoryTimeoutMs} ms`);
    return without(getCode(error), `the memory store could not ${operation}`);
  }
}

async function ask(
  effect: Extract<Effect, { kind: 'recall' | 'memorize' }>,
  store: MemoryStore,
  {
    state,
    now,
    signal,
    cleaner,
  }: { state: RunState; now: () => string; signal: AbortSignal; cleaner: Cleaner },
): Promise<RunInput> {
  if (effect.kind === 'memorize') {
    const { entry } = effect;
    const text = cleanText(entry.text, cleaner);
    await store.memorize({ ...entry, text }, { signal });
    const kept = text === entry.text ? {} : { text };
    return { type: 'memory.stored', time: now(), data: { entry_id: entry.id, ...kept } };
  }
  const { round, query, limit } = effect;
  const found = await store.recall(cleaner.clean(query), { ...getScope(state.started), limit, signal });
  const entries = [...found].slice(0, limit).flatMap((entry) => cleanEntry(entry, cleaner) ?? []);
  return { type: 'memory.found', time: now(), data: { round, entries } };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Returns a code to branch on. The message of a store's error may repeat the query, so it is not logged. */
export function getCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Za-z_]{1,40}$/.test(code) ? code.toLowerCase() : 'store_failed';
}
