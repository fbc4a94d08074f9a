import { pathTo, runEndpoints } from '@agent-home/http-contract';
import type { QueryClient } from '@tanstack/react-query';
import { inputOf } from '../parts/run-key.ts';
import { homeLogs } from './home-logs.ts';

/** Minimum pause between two reads, because a log grows with every record. */
const pauseMs = 300;

/** Repeats the queries of a run when records arrive, and when more of its copy is verified. Returns a function that stops it. */
export function followRun(client: QueryClient, runId: string): () => void {
  const events = new EventSource(pathTo(runEndpoints.follow, inputOf(runId)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasConnected = false;
  const refresh = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: ['run', runId] });
      void client.invalidateQueries({ queryKey: ['runs'] });
    }, pauseMs);
  };
  events.addEventListener('records', refresh);
  events.addEventListener('hello', () => {
    // Records may have arrived without a connection.
    if (wasConnected) refresh();
    wasConnected = true;
  });
  const stop = homeLogs.onGrown((key) => {
    if (key === runId) void client.invalidateQueries({ queryKey: ['run', runId] });
  });
  return () => {
    stop();
    clearTimeout(timer);
    events.close();
  };
}
