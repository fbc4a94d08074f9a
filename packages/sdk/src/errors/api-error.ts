import { AgentHomeError } from './agent-home-error.ts';

/** The home refused a request: its problem document (RFC 9457) as an error. */
export class ApiError extends AgentHomeError {
  override readonly name = 'ApiError';
  /** One of the home's own closed list; `http_error` where the answer was no problem document. */
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  /** Seconds after which trying again makes sense, where the home said so. */
  readonly retryAfter: number | undefined;
  /** Invalid part of the request, as a dotted path. */
  readonly path: string | undefined;
  /** Seconds by which the home's clock is ahead of ours; set when it found the signature out of its time. */
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

/** No usable answer came: `unreachable`, `timeout`, or `bad_answer` for one that does not fit the protocol. */
export class ConnectionError extends AgentHomeError {
  override readonly name = 'ConnectionError';
  readonly code: 'unreachable' | 'timeout' | 'bad_answer';

  constructor(code: ConnectionError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
