import { APICallError } from '@ai-sdk/provider';
import { AnswerTooLargeError } from './answer-body.ts';
import { NonsenseAnswerError } from './answer-reader.ts';

export interface AttemptFailure {
  code: 'model_unavailable' | 'model_refused' | 'model_nonsense' | 'model_timeout' | 'answer_too_large';
  message: string;
  status?: number;
  /** Whether another attempt, or another model, may fare better. */
  isPassing: boolean;
  retryAfterMs?: number;
}

/** Statuses after which the provider's next model is tried (spec agent-runtime "Models that err"); 404 is an unknown model. */
const passing = new Set([404, 408, 409, 425, 429]);
const largestRetryAfterMs = 20_000;

/** What an attempt failed with, as a code; keys and bodies of requests are in no message, also where a server says them back. */
export function describeFailure(error: unknown, key?: string): AttemptFailure {
  if (error instanceof AnswerTooLargeError || causeOf(error) instanceof AnswerTooLargeError)
    return { code: 'answer_too_large', message: 'the model said too much', isPassing: false };
  if (error instanceof NonsenseAnswerError)
    return { code: 'model_nonsense', message: error.message, isPassing: true };
  if (isTimeout(error))
    return { code: 'model_timeout', message: 'the model did not answer in time', isPassing: true };
  if (APICallError.isInstance(error)) return ofCall(error, key);
  return { code: 'model_nonsense', message: firstLine(error, key), isPassing: true };
}

function ofCall(error: APICallError, key: string | undefined): AttemptFailure {
  const { statusCode: status } = error;
  if (status === undefined)
    return { code: 'model_unavailable', message: firstLine(error, key), isPassing: true };
  const isPassing = status >= 500 || passing.has(status);
  if (status < 400)
    return { code: 'model_nonsense', message: firstLine(error, key), status, isPassing: true };
  const seconds = Number(error.responseHeaders?.['retry-after']);
  return {
    code: isPassing ? 'model_unavailable' : 'model_refused',
    message: firstLine(error, key),
    status,
    isPassing,
    ...(seconds >= 0 ? { retryAfterMs: Math.min(seconds * 1_000, largestRetryAfterMs) } : {}),
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || causeOf(error)?.name === 'TimeoutError');
}

function causeOf(error: unknown): Error | undefined {
  return error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
}

function firstLine(error: unknown, key: string | undefined): string {
  const whole = error instanceof Error ? error.message : String(error);
  // Before it is cut: half a key is a secret too.
  const text = key ? whole.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]') : whole;
  return (text.split('\n')[0] ?? '').slice(0, 300).toWellFormed();
}
