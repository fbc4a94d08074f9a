import type {
  AgentItem,
  AgentView,
  Arrival,
  CircleItem,
  CircleView,
  LivingRoom,
  Page,
  Replays,
  SearchAnswer,
  TaskItem,
  TaskView,
  TopicItem,
  TopicView,
  TrustAnswer,
  Viewer,
} from '@agent-home/http-contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Query, read } from './api.ts';
import { serverNow } from './server-clock.ts';

/** Everything the page reads, by the key under which it is kept and forgotten (see `live-updates.ts`). */
export const viewerQuery = queryOptions({
  queryKey: ['viewer'],
  queryFn: ({ signal }) => read<Viewer>('/v1/session', {}, signal),
  // A session ends by the clock too, with nobody doing anything.
  refetchInterval: ({ state }) => {
    const ends = Date.parse(state.data?.expires_at ?? '');
    return Number.isNaN(ends) ? false : Math.min(Math.max(ends - serverNow(), 0) + 1_000, 3_600_000);
  },
});

function listQuery<Item>(name: string, filters: Query) {
  return infiniteQueryOptions({
    queryKey: [name, filters],
    queryFn: ({ signal, pageParam }) =>
      read<Page<Item>>(`/v1/public/${name}`, { ...filters, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  });
}

export const topicsQuery = (filters: Query) => listQuery<TopicItem>('topics', filters);
export const agentsQuery = (filters: Query) => listQuery<AgentItem>('agents', filters);
export const circlesQuery = (filters: Query) => listQuery<CircleItem>('circles', filters);
export const tasksQuery = (filters: Query) => listQuery<TaskItem>('tasks', filters);

/** The home at a glance. Between two answers what is shown stays. */
export const livingRoomQuery = queryOptions({
  queryKey: ['living-room'],
  queryFn: ({ signal }) => read<LivingRoom>('/v1/public/living-room', {}, signal),
});

export const replaysQuery = queryOptions({
  queryKey: ['replays'],
  queryFn: ({ signal }) => read<Replays>('/v1/public/replays', {}, signal),
  staleTime: 5 * 60_000,
});

export const topicQuery = (topicId: string) =>
  queryOptions({
    queryKey: ['topic', topicId],
    queryFn: ({ signal }) => read<TopicView>(`/v1/public/topics/${topicId}`, {}, signal),
  });

export const agentQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agent', agentId],
    queryFn: ({ signal }) => read<AgentView>(`/v1/public/agents/${agentId}`, {}, signal),
  });

/** Nothing tells the page of an agent that has no card yet: it asks again until that agent has spoken. */
export const arrivalQuery = (keyId: string) =>
  queryOptions({
    queryKey: ['arrival', keyId],
    queryFn: ({ signal }) => read<Arrival>(`/v1/public/arrivals/${keyId}`, {}, signal),
    refetchInterval: ({ state }) => (state.data?.first_line === undefined ? 2_000 : false),
  });

export const trustQuery = queryOptions({
  queryKey: ['trust'],
  queryFn: ({ signal }) => read<TrustAnswer>('/v1/public/trust', {}, signal),
});

export const circleQuery = (circleId: string) =>
  queryOptions({
    queryKey: ['circle', circleId],
    queryFn: ({ signal }) => read<CircleView>(`/v1/public/circles/${circleId}`, {}, signal),
  });

export const taskQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['task', taskId],
    queryFn: ({ signal }) => read<TaskView>(`/v1/public/tasks/${taskId}`, {}, signal),
  });

export const searchQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal, pageParam }) =>
      read<SearchAnswer>('/v1/public/search', { q, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    enabled: q !== '',
  });
