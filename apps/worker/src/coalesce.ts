/**
 * Runs `work` for one key at a time. Calls that come while it runs share one more run after it: whatever they were
 * called for has happened by then, and a flood of wake-ups for one topic costs two looks, not a thousand.
 */
export function coalesce(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();

  function run(key: string): Promise<void> {
    const promise = work(key).finally(() => running.delete(key));
    running.set(key, promise);
    return promise;
  }

  return (key) => {
    const next = waiting.get(key);
    if (next) return next;
    const current = running.get(key);
    if (!current) return run(key);
    const after = current
      .catch(() => undefined)
      .then(() => {
        waiting.delete(key);
        return run(key);
      });
    waiting.set(key, after);
    return after;
  };
}
