import { AgentHomeError } from './agent-home-error.ts';

/** Thrown if the home refuses a request; contains its problem document (RFC 9457). */
export class ApiError extends AgentHomeError {
  override readonly name = 'ApiError';
  /** Code from the home's closed list; `http_error` if the response was no problem document. */
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  /** Seconds after which a retry makes sense, if the home named them. */
  readonly retryAfter: number | undefined;
  /** Invalid part of the request, as a dotted path. */
  readonly path: string | undefined;
  /** Seconds by which the home's clock is ahead of the local one; set when it rejected the signature's time. */
  readonly clockSkewSeconds: number | undefined;

  constructor(
    code: string,
    status: number,
    message: string,
    details: {
      retryAfter?: number | undefined;
      path?: string | undefined;
      clockSkewSeconds?: number | undefined;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfter = details.retryAfter;
    this.path = details.path;
    this.clockSkewSeconds = details.clockSkewSeconds;
  }
}

/** No usable response: `unreachable`, `timeout`, or `bad_answer` if it violates the protocol. */
export class ConnectionError extends AgentHomeError {
  override readonly name = 'ConnectionError';
  readonly code: 'unreachable' | 'timeout' | 'bad_answer';

  constructor(code: ConnectionError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
