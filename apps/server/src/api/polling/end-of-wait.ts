import type { RequestLife } from '../server/request-life.ts';

/** Callbacks for the end of a process, behind one listener, because a signal searches all its listeners for each new one. */
const endings = new WeakMap<AbortSignal, Set<() => void>>();

/** Returns a signal that is aborted when a poll has waited long enough, its client is gone, or the process shuts down. */
export function endOfWait(life: RequestLife, seconds: number, closing: AbortSignal): AbortSignal {
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(end, Math.ceil(seconds * 1000));
  const those = collectEndings(closing);
  those.add(end);
  life.hold(() => {
    clearTimeout(timer);
    those.delete(end);
    end();
  });
  if (closing.aborted) end();
  return ended.signal;
}

function collectEndings(closing: AbortSignal): Set<() => void> {
  const known = endings.get(closing);
  if (known) return known;
  const made = new Set<() => void>();
  endings.set(closing, made);
  closing.addEventListener('abort', () => {
    for (const end of made) end();
  });
  return made;
}
