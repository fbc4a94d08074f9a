import type { Page } from '@agent-home/http-contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Query, read } from '../../read/api.ts';

/** A paged list of the office. While another filter is answered, what was there stays. */
export function officeList<Item>(name: string, filters: Query = {}) {
  return infiniteQueryOptions({
    queryKey: ['office', name, filters],
    queryFn: ({ signal, pageParam }) =>
      read<Page<Item>>(`/v1/admin/${name}`, { ...filters, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** Something of the office that is one answer; read again every so often where it changes by itself. */
export function officeAnswer<Answer>(name: string, everyMilliseconds?: number, query: Query = {}) {
  return queryOptions({
    queryKey: ['office', name, query],
    queryFn: ({ signal }) => read<Answer>(`/v1/admin/${name}`, query, signal),
    ...(everyMilliseconds === undefined ? {} : { refetchInterval: everyMilliseconds }),
  });
}
