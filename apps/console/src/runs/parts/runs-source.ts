import type {
  DagPiece,
  RecordsPiece,
  RunPage,
  RunsList,
  SpansPiece,
  StepsPiece,
} from '@agent-home/agent-runtime/run-log';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';

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
  };
}

/** Place that runs are read from: this machine, a home that mirrors them, or a disclosed file. */
export interface RunsSource {
  place: 'local' | 'home' | 'file';
  list(filters: RunFilters, from: PagePlace, signal: AbortSignal): Promise<RunsListPage>;
  run(runId: string, signal: AbortSignal): Promise<ShownRun>;
  steps(runId: string, from: number, signal: AbortSignal): Promise<StepsPiece>;
  spans(runId: string, from: number, signal: AbortSignal): Promise<SpansPiece>;
  nodes(runId: string, from: number, signal: AbortSignal): Promise<DagPiece>;
  records(runId: string, from: number, signal: AbortSignal): Promise<RecordsPiece>;
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

interface Piece {
  next?: number;
}

function pieceQuery<Part extends Piece>(
  key: readonly [runId: string, part: string],
  read: (from: number, signal: AbortSignal) => Promise<Part>,
  first = 0,
) {
  return infiniteQueryOptions({
    queryKey: ['run', ...key, first],
    queryFn: ({ signal, pageParam }) => read(pageParam, signal),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
  });
}

export const stepsQuery = (source: RunsSource, runId: string) =>
  pieceQuery([runId, 'steps'], (from, signal) => source.steps(runId, from, signal));

export const spansQuery = (source: RunsSource, runId: string) =>
  pieceQuery([runId, 'spans'], (from, signal) => source.spans(runId, from, signal));

export const nodesQuery = (source: RunsSource, runId: string) =>
  pieceQuery([runId, 'nodes'], (from, signal) => source.nodes(runId, from, signal));

/** @param first number of the first record */
export const recordsQuery = (source: RunsSource, runId: string, first: number) =>
  pieceQuery([runId, 'records'], (from, signal) => source.records(runId, from, signal), first);
