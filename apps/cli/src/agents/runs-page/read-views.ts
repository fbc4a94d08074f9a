import {
  type ConversationStep,
  type DagItem,
  type DagPiece,
  type DelegatedRun,
  type PieceLimits,
  type RecordsPiece,
  type RunPage,
  runConversation,
  runDagItems,
  runGraph,
  runTimeline,
  type SpansPiece,
  type StepsPiece,
  type TimelineSpan,
  takePiece,
} from '@agent-home/agent-runtime/run-log';
import type { FileRunStore } from '@agent-home/runtime-node';
import type { RunIndex } from './index-runs.ts';
import type { KeptLogs } from './kept-logs.ts';
import type { ReadLog } from './log-reader.ts';

/** Largest part of a list in one response. */
const limits: PieceLimits = { items: 200, length: 2_000_000 };

/** Views of single runs, from their logs. */
export class RunViews {
  readonly #store: FileRunStore;
  readonly #index: RunIndex;
  readonly #logs: KeptLogs;
  /** Views that were derived from a log, for as long as it is kept. */
  readonly #steps = new WeakMap<ReadLog, ConversationStep[]>();
  readonly #spans = new WeakMap<ReadLog, TimelineSpan[]>();
  readonly #nodes = new WeakMap<ReadLog, DagItem[]>();

  constructor(store: FileRunStore, index: RunIndex, logs: KeptLogs) {
    this.#store = store;
    this.#index = index;
    this.#logs = logs;
  }

  /** Returns a run; undefined if there is none. */
  async page(runId: string): Promise<RunPage | undefined> {
    const found = await this.#index.readRun(runId);
    if (!found) return undefined;
    const { text: _, ...run } = found.run;
    const { records, head, tornBytes, verifying } = found.log;
    const graph = runGraph(records);
    return {
      ...run,
      ...(verifying === undefined ? {} : { verifying }),
      ...(graph === undefined ? {} : { graph }),
      delegated: this.#delegated(runId),
      ...(head === undefined ? {} : { head }),
      torn_bytes: tornBytes,
    };
  }

  async steps(runId: string, from: number): Promise<StepsPiece | undefined> {
    const log = await this.#read(runId);
    return log && takePiece(derive(this.#steps, log, runConversation), from, limits);
  }

  async spans(runId: string, from: number): Promise<SpansPiece | undefined> {
    const log = await this.#read(runId);
    return log && takePiece(derive(this.#spans, log, runTimeline), from, limits);
  }

  async nodes(runId: string, from: number): Promise<DagPiece | undefined> {
    const log = await this.#read(runId);
    return log && takePiece(derive(this.#nodes, log, runDagItems), from, limits);
  }

  async records(runId: string, from: number): Promise<RecordsPiece | undefined> {
    const log = await this.#read(runId, from);
    return log && takePiece(log.records, from, limits);
  }

  /** @param wanted number of a record that the view needs */
  async #read(runId: string, wanted = 0): Promise<ReadLog | undefined> {
    const mark = await this.#store.mark(runId);
    return mark === undefined ? undefined : this.#logs.open(runId).current(mark, wanted);
  }

  /** Runs that name this one as their parent, with the call that delegated them. */
  #delegated(runId: string): DelegatedRun[] {
    return this.#index.delegatedBy(runId).flatMap((run) => {
      const parent = this.#index.get(run.run_id)?.overview?.parent;
      return parent === undefined ? [] : [{ ...run, tool_call_id: parent.tool_call_id }];
    });
  }
}

function derive<View>(
  kept: WeakMap<ReadLog, View>,
  log: ReadLog,
  toView: (records: ReadLog['records']) => View,
): View {
  const view = kept.get(log) ?? toView(log.records);
  kept.set(log, view);
  return view;
}
