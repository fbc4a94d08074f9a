import { APICallError } from '@ai-sdk/provider';
import { AnswerTooLargeError } from './answer-body.ts';
import { ProviderPackageError } from './apis/provider-package-error.ts';
import { NonsenseAnswerError } from './wire/nonsense-answer-error.ts';
import { OutsideGatewayError } from './wire/outside-gateway-error.ts';
import { ProviderError, providerError } from './wire/provider-error.ts';

export interface AttemptFailure {
  code:
    | 'model_unavailable'
    | 'model_refused'
    | 'model_nonsense'
    | 'model_timeout'
    | 'answer_too_large'
    | 'provider_package_unusable'
    | 'tool_outside_gateway';
  message: string;
  status?: number;
  /** True if another attempt, or another model, may succeed. */
  isPassing: boolean;
  retryAfterMs?: number;
}

/** Statuses after which the provider's next model is tried (spec agent-runtime "Models that err"); 404 is an unknown model. */
const passing = new Set([404, 408, 409, 425, 429]);
/**
 * Longest `retry-after` that is accepted; a server that requests a longer pause is not retried. The run's `timeoutMs` may end a
 * shorter one.
 */
export const longestRetryAfterMs = 120_000;

/**
 * Returns the code of a failed attempt. Messages contain no keys and no request bodies, even if a server
 * repeats them.
 */
export function describeFailure(thrown: unknown, key?: string): AttemptFailure {
  // The SDK wraps errors that interrupt a response.
  const cause = getCause(thrown);
  if (thrown instanceof OutsideGatewayError)
    return { code: 'tool_outside_gateway', message: firstLine(thrown, key), isPassing: false };
  const isOurs = cause instanceof ProviderError || cause instanceof NonsenseAnswerError;
  const error = isOurs ? cause : thrown;
  if (error instanceof AnswerTooLargeError || getCause(error) instanceof AnswerTooLargeError)
    return {
      code: 'answer_too_large',
      message: 'the response of the model exceeds the size limit',
      isPassing: false,
    };
  if (error instanceof ProviderPackageError)
    return { code: 'provider_package_unusable', message: firstLine(error, key), isPassing: false };
  if (error instanceof NonsenseAnswerError)
    return { code: 'model_nonsense', message: firstLine(error, key), isPassing: true };
  if (isTimeout(error))
    return { code: 'model_timeout', message: 'the model did not respond in time', isPassing: true };
  if (error instanceof ProviderError) return ofProvider(error, key);
  if (APICallError.isInstance(error)) return ofCall(error, key);
  return { code: 'model_nonsense', message: firstLine(error, key), isPassing: true };
}

function ofProvider(error: ProviderError, key: string | undefined): AttemptFailure {
  const { status, isPassing } = error;
  return {
    code: isPassing ? 'model_unavailable' : 'model_refused',
    message: firstLine(error, key),
    ...(status === undefined ? {} : { status }),
    isPassing,
  };
}

function ofCall(error: APICallError, key: string | undefined): AttemptFailure {
  const { statusCode: status } = error;
  if (status === undefined)
    return { code: 'model_unavailable', message: firstLine(error, key), isPassing: true };
  const isPassing = status >= 500 || passing.has(status);
  const words = toWords(error);
  if (status < 400)
    return { code: 'model_nonsense', message: firstLine(error, key), status, isPassing: true };
  const retryAfterMs = pauseIn(error.responseHeaders ?? {});
  return {
    code: isPassing ? 'model_unavailable' : 'model_refused',
    message: firstLine(words ?? error, key),
    status,
    isPassing,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** Reads the pause that a server requests: in seconds, in milliseconds or until a date (RFC 9110, section 10.2.3). */
function pauseIn(headers: Record<string, string | undefined>): number | undefined {
  const { 'retry-after': after, 'retry-after-ms': milliseconds } = headers;
  const exact = Number(milliseconds || Number.NaN);
  if (exact >= 0) return exact;
  if (!after) return undefined;
  const seconds = Number(after);
  if (seconds >= 0) return seconds * 1_000;
  const until = Date.parse(after) - Date.parse(headers.date ?? '');
  return until >= 0 ? until : undefined;
}

/** Reads the provider's error from the body of a refusal, in any of the known forms. */
function toWords({ responseBody = '' }: APICallError): ProviderError | undefined {
  try {
    return providerError(JSON.parse(responseBody));
  } catch {
    return undefined;
  }
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === 'TimeoutError' || getCause(error)?.name === 'TimeoutError')
  );
}

function getCause(error: unknown): Error | undefined {
  return error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
}

function firstLine(error: unknown, key: string | undefined): string {
  const whole = error instanceof Error ? error.message : String(error);
  // Replaced before the text is cut, because half a key is a secret too.
  const text = key ? whole.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]') : whole;
  return (text.split('\n')[0] ?? '').slice(0, 300).toWellFormed();
}
