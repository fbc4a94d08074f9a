import type { DagPiece, Piece, RunPage, SpansPiece } from '@agent-home/agent-runtime/run-log';
import type { CopiedRecord, CopiedStep } from '../parts/copied.ts';

/** State of a copy and what its records say of the whole run. */
export interface LogSummary extends Pick<RunPage, 'head' | 'fault' | 'graph'> {
  /** Number of verified records. */
  verified: number;
  /** False while more of the copy is verified. */
  isComplete: boolean;
  /** Number of records whose values the copy does not have in part. */
  withheld: number;
}

/** Views of a log by their name. */
export interface LogViews {
  summary: LogSummary;
  steps: Piece<CopiedStep>;
  spans: SpansPiece;
  nodes: DagPiece;
  records: Piece<CopiedRecord>;
}
export type LogView = keyof LogViews;

/** Message to the worker. `key` is from `runKey`. */
export type ToHomeWorker =
  | { type: 'view'; id: number; key: string; view: LogView; from: number }
  | { type: 'forget'; key: string };

/** Message of the worker. */
export type FromHomeWorker =
  | { type: 'result'; id: number; result: LogViews[LogView] }
  | { type: 'problem'; id: number; code: string; status: number; message: string }
  /** The log has more records than its views were given. */
  | { type: 'grown'; key: string };
