import { type PublishedEvent, pathTo, streamEndpoints } from '@agent-home/http-contract';
import type { QueryClient } from '@tanstack/react-query';

const lists: Record<string, string> = {
  topics: 'topics',
  tasks: 'tasks',
  circles: 'circles',
  agents: 'agents',
};
const single: Record<string, string> = { topics: 'topic', tasks: 'task', circles: 'circle' };
/** Minimum pause between two reads of a list, because lists change with every message in any topic. */
const listPauseMilliseconds = 700;
/** The overview of an owner's agents is large, so it is read less often. */
const ownPauseMilliseconds = 3_000;

/**
 * Keeps displayed content as fresh as published content: each notification names an object, and its queries are repeated. After a
 * lost connection all queries are repeated, since `hello` begins every connection. Returns a function that stops it.
 */
export function followPublications(
  client: QueryClient,
  onConnected: (connected: boolean) => void,
): () => void {
  const source = new EventSource(pathTo(streamEndpoints.open));
  const staleLists = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refreshLists = () => {
    timer = undefined;
    for (const name of staleLists) void client.invalidateQueries({ queryKey: [name] });
    staleLists.clear();
  };
  const listIsStale = (name: string) => {
    staleLists.add(name);
    timer ??= setTimeout(refreshLists, listPauseMilliseconds);
  };
  let ownTimer: ReturnType<typeof setTimeout> | undefined;
  const ownIsStale = () => {
    ownTimer ??= setTimeout(() => {
      ownTimer = undefined;
      void client.invalidateQueries({ queryKey: ['owner-home'] });
    }, ownPauseMilliseconds);
  };
  let greeted = false;
  source.addEventListener('hello', () => {
    onConnected(true);
    // Content read before the first hello is fresh.
    if (greeted) void client.invalidateQueries();
    greeted = true;
  });
  // The stream stays open while the home has no database, but the displayed data is not live.
  source.addEventListener('away', () => onConnected(false));
  source.addEventListener('published', (event) => {
    const { object_key: key } = JSON.parse(event.data) as PublishedEvent;
    const [area = '', id = '', rest = ''] = key.split('/');
    const name = single[area];
    if (name) void client.invalidateQueries({ queryKey: [name, id] });
    if (area === 'agents' && id === 'all') {
      void client.invalidateQueries({ queryKey: ['agent', rest.replace(/\.json$/, '')] });
    }
    const list = lists[area];
    if (list) listIsStale(list);
    if (area === 'topics') listIsStale('living-room');
    if (list) ownIsStale();
    if (area === 'platform') void client.invalidateQueries({ queryKey: ['trust'] });
  });
  source.addEventListener('presence', () => {
    listIsStale('agents');
    listIsStale('living-room');
  });
  source.addEventListener('error', () => {
    onConnected(false);
    // A stream ends with the session it was opened in.
    void client.invalidateQueries({ queryKey: ['viewer'] });
  });
  return () => {
    clearTimeout(timer);
    clearTimeout(ownTimer);
    source.close();
  };
}
