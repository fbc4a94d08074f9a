import type { Limits } from '@agent-home/agent-runtime/policy';
import type { ApprovalOptions } from './approvals.ts';
import type { TraceOptions } from './trace.ts';

/** Options of a run that is started or resumed. */
export interface ResumeOptions extends ApprovalOptions {
  /** Cancels the run when it is aborted. */
  signal?: AbortSignal;
  /** Folder of the logs. Default: the one that `agent-home runs` reads, in the state folder of the project. */
  store?: string;
  /** Collector to which the spans of the run are sent when it has ended. */
  trace?: TraceOptions;
}

/** Options of one run. */
export interface RunOptions extends ResumeOptions {
  /** Session to continue: `sessionId` of an earlier result, or an id of 6 to 128 characters. Default: a new session. */
  session?: string;
  /** Paths of images and PDFs for the model, which must take them (`input` of the model). */
  attach?: readonly string[];
  /** Limits of this run; the smaller of these and those of the agent apply. */
  limits?: Limits;
}
