/** `ran`, or `covered` by a run that was to come anyway. */
type Coalesced = 'ran' | 'covered';

/**
 * Runs `work` for one key at a time. Calls that come while it runs share one more run after it: whatever they were
 * called for has happened by then, and a flood of wake-ups for one topic costs two looks, not a thousand. One of them
 * waits for that run; the others end at once, since each would keep a place that another key's work could have.
 */
export function coalesce(work: (key: string) => Promise<void>): (key: string) => Promise<Coalesced> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Set<string>();

  function run(key: string): Promise<void> {
    const promise = work(key).finally(() => running.delete(key));
    running.set(key, promise);
    return promise;
  }

  return async (key) => {
    if (waiting.has(key)) return 'covered';
    const current = running.get(key);
    if (current) {
      waiting.add(key);
      await current.catch(() => undefined);
      waiting.delete(key);
    }
    await run(key);
    return 'ran';
  };
}
