import type { Page } from '@agent-home/http-contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Query, read } from '../../read/api.ts';

/** A paged list of the office. */
export function officeList<Item>(name: string, filters: Query = {}) {
  return infiniteQueryOptions({
    queryKey: ['office', name, filters],
    queryFn: ({ signal, pageParam }) =>
      read<Page<Item>>(`/v1/admin/${name}`, { ...filters, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** Something of the office that is one answer; read again every so often where it changes by itself. */
export function officeAnswer<Answer>(name: string, everyMilliseconds?: number) {
  return queryOptions({
    queryKey: ['office', name],
    queryFn: ({ signal }) => read<Answer>(`/v1/admin/${name}`, {}, signal),
    ...(everyMilliseconds === undefined ? {} : { refetchInterval: everyMilliseconds }),
  });
}
