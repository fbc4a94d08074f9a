import {
  type ConversationStep,
  type DelegatedRun,
  type PieceLimits,
  type RecordsPiece,
  type RunPage,
  runConversation,
  runGraph,
  runTimeline,
  type SpansPiece,
  type StepsPiece,
  type TimelineSpan,
  takePiece,
} from '@agent-home/agent-runtime/run-log';
import type { FileRunStore } from '@agent-home/runtime-node';
import { LRUCache } from 'lru-cache';
import type { RunIndex } from './index-runs.ts';
import { type ReadLog, readLog } from './read-log.ts';

/** Runs whose views are kept between requests. */
const keptRuns = 4;

/** Largest part of a list in one response. */
const limits: PieceLimits = { items: 200, length: 2_000_000 };

interface View {
  log: ReadLog;
  /** Derived when first read. */
  steps?: ConversationStep[];
  spans?: TimelineSpan[];
}

/** Views of single runs, from their logs. */
export class RunViews {
  readonly #store: FileRunStore;
  readonly #index: RunIndex;
  /** Views by the id and the mark of the log. */
  readonly #kept = new LRUCache<string, Promise<View>>({ max: keptRuns });

  constructor(store: FileRunStore, index: RunIndex) {
    this.#store = store;
    this.#index = index;
  }

  /** Returns a run; undefined if there is none. */
  async page(runId: string): Promise<RunPage | undefined> {
    const view = await this.#view(runId);
    if (!view) return undefined;
    const { records, head, tornBytes } = view.log;
    const listed = this.#index.get(runId);
    if (!listed) return undefined;
    const { text: _, ...run } = listed;
    const graph = runGraph(records);
    return {
      ...run,
      // The log may have grown since the index read it.
      ...(view.log.overview === undefined ? {} : { overview: view.log.overview }),
      ...(graph === undefined ? {} : { graph }),
      delegated: this.#delegated(runId),
      ...(head === undefined ? {} : { head }),
      torn_bytes: tornBytes,
    };
  }

  async steps(runId: string, from: number): Promise<StepsPiece | undefined> {
    const view = await this.#view(runId);
    if (!view) return undefined;
    view.steps ??= runConversation(view.log.records);
    return takePiece(view.steps, from, limits);
  }

  async spans(runId: string, from: number): Promise<SpansPiece | undefined> {
    const view = await this.#view(runId);
    if (!view) return undefined;
    view.spans ??= runTimeline(view.log.records);
    return takePiece(view.spans, from, limits);
  }

  async records(runId: string, from: number): Promise<RecordsPiece | undefined> {
    const view = await this.#view(runId);
    return view && takePiece(view.log.records, from, limits);
  }

  async #view(runId: string): Promise<View | undefined> {
    const mark = await this.#store.mark(runId);
    if (mark === undefined) return undefined;
    const key = `${runId} ${mark}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const view = readLog(this.#store, runId).then((log): View => ({ log }));
    this.#kept.set(key, view);
    view.catch(() => this.#kept.delete(key));
    return view;
  }

  /** Runs that name this one as their parent, with the call that delegated them. */
  #delegated(runId: string): DelegatedRun[] {
    return this.#index.delegatedBy(runId).flatMap((run) => {
      const parent = this.#index.get(run.run_id)?.overview?.parent;
      return parent === undefined ? [] : [{ ...run, tool_call_id: parent.tool_call_id }];
    });
  }
}
