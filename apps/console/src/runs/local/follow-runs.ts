import type { QueryClient } from '@tanstack/react-query';

/** Minimum pause between two reads, because a log grows with every record. */
const pauseMs = 300;

interface Changes {
  changed?: string[];
  /** True if more runs changed than the message could name. */
  all?: boolean;
}

/** Repeats the queries of runs that changed. Returns a function that stops it. */
export function followRuns(client: QueryClient, onConnected: (connected: boolean) => void): () => void {
  const events = new EventSource('api/events');
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasConnected = false;
  const refresh = () => {
    timer = undefined;
    void client.invalidateQueries({ queryKey: ['runs'] });
    void client.invalidateQueries({
      // The page of a run also shows the states of the runs that it delegated.
      predicate: ({ queryKey: [kind, runId, part] }) =>
        kind === 'run' && (part === 'page' || changed.has(String(runId))),
    });
    changed.clear();
  };
  events.addEventListener('open', () => {
    onConnected(true);
    // Changes during a lost connection are not sent again.
    if (wasConnected) void client.invalidateQueries();
    wasConnected = true;
  });
  events.addEventListener('runs', (event) => {
    const { changed: ids = [], all = false } = JSON.parse(event.data) as Changes;
    if (all) return void client.invalidateQueries();
    for (const id of ids) changed.add(id);
    timer ??= setTimeout(refresh, pauseMs);
  });
  events.addEventListener('error', () => onConnected(false));
  return () => {
    events.close();
    clearTimeout(timer);
  };
}
