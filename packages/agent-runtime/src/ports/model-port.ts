import type { RecordData } from '../run-log/index.ts';
import type { ModelRequest } from './model-request.ts';

export type ModelAnswer = Omit<RecordData<'model.answered'>, 'model_call_id'>;
export type ModelFailure = Omit<RecordData<'model.failed'>, 'model_call_id'>;

export interface ModelCallContext {
  signal: AbortSignal;
  onText: (delta: string) => void;
  /** Records an event of another runtime that is part of no response. */
  onStep?: (step: ModelStep) => void;
  /**
   * Remaining time of the run, in milliseconds; absent without a limit. The port does not wait for a longer pause between attempts.
   */
  leftMs?: number;
  conversation?: ModelConversation;
}

export type ModelStep = Omit<RecordData<'model.step'>, 'model_call_id'>;

/** Selector of the runtime that calls models itself. */
export const nativeRuntime = 'native';

/** Conversation that a request belongs to: that of one agent in one run. */
export interface ModelConversation {
  /** Equal for all requests of the agent in the run, also after a resumption. */
  id: string;
  /** Selector of the agent's runtime, as pinned in the log. */
  runtime: string;
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
