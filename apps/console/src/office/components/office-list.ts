import type { AnswerOf, Endpoint, Page } from '@agent-home/http-contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ItemOf, type Query, readJson } from '../../read/api.ts';

/** Query of a paged list of the office. While a changed filter loads, the earlier rows stay. */
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

/** Query of a single office response, polled at an interval if it changes by itself. */
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
