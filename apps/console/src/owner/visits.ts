/** When somebody was on the page of their agents: since when it tells, how long they stayed, and what they have been shown. */
export interface Visit {
  /** What was said since then is told; absent at a first visit, where the home chooses. */
  since?: string;
  until: string;
  /** Of the newest line that was shown. */
  read?: string;
}

/** Whoever comes back within this time has not left: a page that is loaded again tells the same. */
const staysFor = 30 * 60_000;

/** The visit that goes on, or the one that begins now. */
export function visitNow(before: Visit | undefined, now: Date): Visit {
  const until = now.toISOString();
  if (before === undefined) return { until };
  if (now.getTime() - Date.parse(before.until) < staysFor) return { ...before, until };
  return { ...before, since: before.until, until };
}

const place = 'agent-home-mine:';

export function keptVisit(who: string): Visit | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place + who) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const { since, until, read } = kept as Record<string, unknown>;
    if (typeof until !== 'string' || Number.isNaN(Date.parse(until))) return undefined;
    return {
      until,
      ...(typeof since === 'string' ? { since } : {}),
      ...(typeof read === 'string' ? { read } : {}),
    };
  } catch {
    return undefined;
  }
}

export function keepVisit(who: string, visit: Visit): void {
  localStorage.setItem(place + who, JSON.stringify(visit));
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Tells when a visit was kept, here or in another tab. Answers with how to stop. */
export function onVisit(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
