import type { CallRequested, ModelAnswered } from '../run-log/index.ts';

/** Calls of one response while a model repairs them. */
export interface RepairWork {
  readonly stage: 'names' | 'arguments';
  readonly answer: ModelAnswered;
  /** The record of that answer. */
  readonly answeredSeq: number;
  /** Arguments as the model wrote them, by call id. */
  readonly written: ReadonlyMap<string, string>;
  /** Calls as understood so far, in order. */
  readonly calls: readonly CallRequested[];
  /** Ids of the calls that this stage has to repair. */
  readonly candidates: readonly string[];
  /** Ids of those that were sent, once or more. */
  readonly sent: readonly string[];
  /** Ids of those that the next question is about. */
  readonly pending: readonly string[];
  /** Number of requests made. */
  readonly attempts: number;
  /** Why a call that was sent is not repaired, by its id: of the latest attempt. */
  readonly reasons: Readonly<Record<string, string>>;
}
