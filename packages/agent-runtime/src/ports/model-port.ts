import type { RecordData } from '../run-log/index.ts';
import type { ModelRequest } from './model-request.ts';

export type ModelAnswer = Omit<RecordData<'model.answered'>, 'model_call_id'>;
export type ModelFailure = Omit<RecordData<'model.failed'>, 'model_call_id'>;

export interface ModelCallContext {
  signal: AbortSignal;
  onText: (delta: string) => void;
  /**
   * Remaining time of the run, in milliseconds; absent without a limit. The port does not wait for a longer pause between attempts.
   */
  leftMs?: number;
}

/**
 * Connection to a model. Any behaviour of a model, nonsense and silence included, is a response or a failure
 * with a code.
 */
export interface ModelPort {
  ask(
    request: ModelRequest,
    context: ModelCallContext,
  ): Promise<{ answered: ModelAnswer } | { failed: ModelFailure }>;
}
