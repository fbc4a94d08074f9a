/** `ran`, or `covered` by a later run that was already due. */
type Coalesced = 'ran' | 'covered';

/**
 * Runs `work` for one key at a time. Calls during a run share one more run after it, which covers all of them. A flood of wake-up
 * jobs for one topic costs two runs instead of a thousand. One call waits for that run. The others end at once, since each would
 * occupy a slot that another key's work could use.
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
