import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { RunsListPage, ShownRun } from '../parts/runs-source.ts';

/** Minimum pause between two reads, because a log grows with every record. */
const pauseMs = 300;

interface Changes {
  changed?: string[];
  /** True if more runs changed than the message could name. */
  all?: boolean;
}

/**
 * Repeats the queries of runs that changed, while the tab is visible: a browser opens six connections to a server, and each stream
 * of a hidden tab would hold one. Returns a function that stops it.
 */
export function followRuns(client: QueryClient, onConnected: (connected: boolean) => void): () => void {
  const changed = new Set<string>();
  let events: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasConnected = false;
  const refresh = () => {
    timer = undefined;
    const ids = new Set(changed);
    changed.clear();
    void client.invalidateQueries({ queryKey: ['runs'] });
    void client.invalidateQueries({
      // The page of a run also shows the states of the runs that it delegated.
      predicate: ({ queryKey: [kind, runId, part] }) =>
        kind === 'run' && (part === 'page' || ids.has(String(runId))),
    });
  };
  const open = () => {
    events = new EventSource('api/events');
    events.addEventListener('open', () => {
      onConnected(true);
      // Changes without a connection are not sent again.
      if (wasConnected) void client.invalidateQueries();
      else setTimeout(() => isIncomplete(client) && void client.invalidateQueries(), pauseMs);
      wasConnected = true;
    });
    events.addEventListener('runs', (event) => {
      const { changed: ids = [], all = false } = JSON.parse(event.data) as Changes;
      if (all) return void client.invalidateQueries();
      for (const id of ids) changed.add(id);
      timer ??= setTimeout(refresh, pauseMs);
    });
    events.addEventListener('error', () => onConnected(false));
  };
  const close = () => {
    events?.close();
    events = undefined;
  };
  const onVisibility = () => {
    if (document.hidden) close();
    else if (!events) open();
  };
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
    clearTimeout(timer);
  };
}

/** Returns true if a view has less than whole logs: the verification may have ended before the stream was connected. */
function isIncomplete(client: QueryClient): boolean {
  const lists = client.getQueriesData<InfiniteData<RunsListPage>>({ queryKey: ['runs'] });
  const runs = client.getQueriesData<ShownRun>({
    predicate: ({ queryKey: [kind, , part] }) => kind === 'run' && part === 'page',
  });
  return (
    runs.some(([, run]) => run?.verifying !== undefined) ||
    lists.some(([, list]) =>
      list?.pages.some((page) => page.unread > 0 || page.runs.some(({ verifying }) => verifying)),
    )
  );
}
