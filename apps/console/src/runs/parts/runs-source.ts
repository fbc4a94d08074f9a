import type { DagPiece, Piece, RunPage, RunsList, SpansPiece } from '@agent-home/agent-runtime/run-log';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { CopiedRecord, CopiedStep } from './copied.ts';

/** Filters of the list of runs; an empty one matches all. */
export interface RunFilters {
  text: string;
  agent: string;
  state: string;
  tool: string;
  model: string;
  code: string;
  /** `1`: also runs that another run delegated. */
  all: string;
  /** Days as `2026-05-01`, in a home only. */
  since: string;
  until: string;
}

/** Start of a page of the list: 0, or the `next` of the page before. */
export type PagePlace = number | string;

/** A page of the list. */
export type RunsListPage = Omit<RunsList, 'next'> & { next?: PagePlace };

/** A run, with the facts that only its copy in a home has. */
export interface ShownRun extends RunPage {
  mirrored?: {
    agentId: string;
    /** Time at which its texts were erased. */
    erasedAt?: string;
    /** Number of the first record for which its agent sent another one. */
    conflictAt?: number;
    /** Number of records whose values the copy does not have in part. */
    withheld: number;
  };
}

/** Place that runs are read from: this machine, a home that mirrors them, or a disclosed file. */
export interface RunsSource {
  place: 'local' | 'home' | 'file';
  list(filters: RunFilters, from: PagePlace, signal: AbortSignal): Promise<RunsListPage>;
  run(runId: string, signal: AbortSignal): Promise<ShownRun>;
  steps(runId: string, from: number, signal: AbortSignal): Promise<Piece<CopiedStep>>;
  spans(runId: string, from: number, signal: AbortSignal): Promise<SpansPiece>;
  nodes(runId: string, from: number, signal: AbortSignal): Promise<DagPiece>;
  records(runId: string, from: number, signal: AbortSignal): Promise<Piece<CopiedRecord>>;
}

export const RunsSourceContext = createContext<RunsSource | undefined>(undefined);

export function useRunsSource(): RunsSource {
  const source = useContext(RunsSourceContext);
  if (!source) throw new Error('RunsSourceContext has no value');
  return source;
}

/** Milliseconds between two reads of the list, while its page is visible. */
const homePollMs = 5_000;

export function runsQuery(source: RunsSource, filters: RunFilters) {
  return infiniteQueryOptions({
    queryKey: ['runs', filters],
    queryFn: ({ signal, pageParam }) => source.list(filters, pageParam, signal),
    initialPageParam: 0 as PagePlace,
    getNextPageParam: ({ next }) => next,
    // A home has no stream for the list, and this machine reports every change.
    refetchInterval: source.place === 'home' ? homePollMs : false,
    // The earlier list stays until the new one arrives, so that nothing jumps while somebody types.
    placeholderData: keepPreviousData,
  });
}

export function runQuery(source: RunsSource, runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'page'],
    queryFn: ({ signal }) => source.run(runId, signal),
  });
}

/** Number of items in a page of a list. */
export const itemsPerPage = 100;

/** Reads one page of a list. A source may return fewer items than wanted, if they are large. */
async function readPage<Item>(
  read: (from: number) => Promise<Piece<Item>>,
  first: number,
): Promise<Piece<Item>> {
  const piece = await read(first);
  const items = piece.items.slice(0, itemsPerPage);
  let { next } = piece;
  while (items.length < itemsPerPage && next !== undefined) {
    const more = await read(first + items.length);
    if (more.items.length === 0) break;
    items.push(...more.items.slice(0, itemsPerPage - items.length));
    next = more.next;
  }
  const end = first + items.length;
  return { items, total: piece.total, ...(end < piece.total ? { next: end } : {}) };
}

function listQuery<Item>(
  [runId, part, start]: readonly [runId: string, part: string, start: number],
  page: number,
  read: (from: number, signal: AbortSignal) => Promise<Piece<Item>>,
) {
  return queryOptions({
    queryKey: ['run', runId, part, start, page],
    queryFn: async ({ signal }) => {
      const found = await readPage((from) => read(from, signal), start + page * itemsPerPage);
      return { ...found, total: Math.max(0, found.total - start) };
    },
  });
}

export type ListQuery<Item> = ReturnType<typeof listQuery<Item>>;

export const stepsQuery = (source: RunsSource, runId: string, page: number) =>
  listQuery([runId, 'steps', 0], page, (from, signal) => source.steps(runId, from, signal));

export const spansQuery = (source: RunsSource, runId: string, page: number) =>
  listQuery([runId, 'spans', 0], page, (from, signal) => source.spans(runId, from, signal));

/** @param first number of the first record of the list */
export const recordsQuery = (source: RunsSource, runId: string, first: number, page: number) =>
  listQuery([runId, 'records', first], page, (from, signal) => source.records(runId, from, signal));

export const nodesQuery = (source: RunsSource, runId: string) =>
  infiniteQueryOptions({
    queryKey: ['run', runId, 'nodes'],
    queryFn: ({ signal, pageParam }) => source.nodes(runId, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }: Piece<unknown>) => next,
  });
