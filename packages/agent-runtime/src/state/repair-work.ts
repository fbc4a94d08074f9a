import type { CallRequested, ModelAnswered } from '../run-log/index.ts';

/** Calls of one response while a model repairs them. */
export interface RepairWork {
  readonly stage: 'names' | 'arguments';
  readonly answer: ModelAnswered;
  /** Record of the response. */
  readonly answeredSeq: number;
  /** Arguments as the model wrote them, by call id. */
  readonly written: ReadonlyMap<string, string>;
  /** Calls as understood so far, in order. */
  readonly calls: readonly CallRequested[];
  /** Ids of the calls that this stage has to repair. */
  readonly candidates: readonly string[];
  /** Ids of the calls that were sent for repair at least once. */
  readonly sent: readonly string[];
  /** Ids of the calls whose repair the next request is for. */
  readonly pending: readonly string[];
  /** Number of requests made. */
  readonly attempts: number;
  /** Reasons from the latest attempt why a sent call is not repaired, by call id. */
  readonly reasons: Readonly<Record<string, string>>;
}
