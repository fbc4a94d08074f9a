import {
  agentEndpoints,
  circleEndpoints,
  type Endpoint,
  livingRoomEndpoints,
  type Page,
  searchEndpoints,
  sessionEndpoints,
  taskEndpoints,
  topicEndpoints,
  trustEndpoints,
} from '@agent-home/http-contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type ItemOf, type Query, read, readJson } from './api.ts';
import { serverNow } from './server-clock.ts';

/** Queries of the web UI, with their cache keys (see `live-updates.ts`). */
export const viewerQuery = queryOptions({
  queryKey: ['viewer'],
  queryFn: ({ signal }) => read(sessionEndpoints.showViewer, {}, signal),
  // A session also ends by the clock, without any action.
  refetchInterval: ({ state }) => {
    const ends = Date.parse(state.data?.expires_at ?? '');
    return Number.isNaN(ends) ? false : Math.min(Math.max(ends - serverNow(), 0) + 1_000, 3_600_000);
  },
});

function listQuery<At extends Endpoint>(name: string, endpoint: At, filters: Query) {
  return infiniteQueryOptions({
    queryKey: [name, filters],
    queryFn: ({ signal, pageParam }) =>
      readJson<Page<ItemOf<At>>>(endpoint, { query: { ...filters, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  });
}

export const topicsQuery = (filters: Query) => listQuery('topics', topicEndpoints.list, filters);
export const agentsQuery = (filters: Query) => listQuery('agents', agentEndpoints.list, filters);
export const circlesQuery = (filters: Query) => listQuery('circles', circleEndpoints.list, filters);
export const tasksQuery = (filters: Query) => listQuery('tasks', taskEndpoints.list, filters);

/** Query of the overview of the home. Earlier data stays visible until the next response. */
export const livingRoomQuery = queryOptions({
  queryKey: ['living-room'],
  queryFn: ({ signal }) => read(livingRoomEndpoints.show, {}, signal),
});

export const replaysQuery = queryOptions({
  queryKey: ['replays'],
  queryFn: ({ signal }) => read(livingRoomEndpoints.listReplays, {}, signal),
  staleTime: 5 * 60_000,
});

export const topicQuery = (topicId: string) =>
  queryOptions({
    queryKey: ['topic', topicId],
    queryFn: ({ signal }) => read(topicEndpoints.show, { params: { topic_id: topicId } }, signal),
  });

export const agentQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agent', agentId],
    queryFn: ({ signal }) => read(agentEndpoints.show, { params: { agent_id: agentId } }, signal),
  });

/** There are no notifications about an agent without a card, so it is polled until its first message. */
export const arrivalQuery = (keyId: string) =>
  queryOptions({
    queryKey: ['arrival', keyId],
    queryFn: ({ signal }) => read(agentEndpoints.showArrival, { params: { key_id: keyId } }, signal),
    refetchInterval: ({ state }) => (state.data?.first_line === undefined ? 2_000 : false),
  });

export const trustQuery = queryOptions({
  queryKey: ['trust'],
  queryFn: ({ signal }) => read(trustEndpoints.show, {}, signal),
});

export const circleQuery = (circleId: string) =>
  queryOptions({
    queryKey: ['circle', circleId],
    queryFn: ({ signal }) => read(circleEndpoints.show, { params: { circle_id: circleId } }, signal),
  });

export const taskQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['task', taskId],
    queryFn: ({ signal }) => read(taskEndpoints.show, { params: { task_id: taskId } }, signal),
  });

export const searchQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal, pageParam }) =>
      read(searchEndpoints.search, { query: { q, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    enabled: q !== '',
  });
