import type { AnswerOf, Endpoint, Page } from '@agent-home/http-contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ItemOf, type Query, readJson } from '../../read/api.ts';

/** A paged list of the office. While another filter is answered, what was there stays. */
export function officeList<At extends Endpoint>(endpoint: At, filters: Query = {}) {
  return infiniteQueryOptions({
    queryKey: ['office', endpoint.path, filters],
    queryFn: ({ signal, pageParam }) =>
      readJson<Page<ItemOf<At>>>(endpoint, { query: { ...filters, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** Something of the office that is one answer; read again every so often where it changes by itself. */
export function officeAnswer<At extends Endpoint>(
  endpoint: At,
  everyMilliseconds?: number,
  query: Query = {},
) {
  return queryOptions({
    queryKey: ['office', endpoint.path, query],
    queryFn: ({ signal }) => readJson<AnswerOf<At>>(endpoint, { query }, signal),
    ...(everyMilliseconds === undefined ? {} : { refetchInterval: everyMilliseconds }),
  });
}
