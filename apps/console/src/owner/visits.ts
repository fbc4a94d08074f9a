/** Visit of the owner's page: the start of its report, its duration, and the last message shown. */
export interface Visit {
  /** Start of the reported period; absent at a first visit, for which the home chooses it. */
  since?: string;
  until: string;
  /** Time of the newest message shown. */
  read?: string;
}

/** Returning within this time continues the visit: reloading shows the same. */
const staysFor = 30 * 60_000;

/** Returns the present visit, or a new one. */
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

/** Calls the listener when a visit is stored, in this tab or another. Returns a function that stops it. */
export function onVisit(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
