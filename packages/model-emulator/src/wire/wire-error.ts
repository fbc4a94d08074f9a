/** Error codes for requests without a response. Each protocol has its own words for them. */
export const wireErrorCodes = [
  'invalid_request',
  'missing_parameter',
  'authentication',
  'permission',
  'unknown_url',
  'unknown_model',
  'no_rule',
  'too_large',
  'timeout',
  'conflict',
  'unprocessable',
  'rate_limited',
  'overloaded',
  'server_error',
] as const;
export type WireErrorCode = (typeof wireErrorCodes)[number];

const statuses: Record<WireErrorCode, number> = {
  invalid_request: 400,
  missing_parameter: 400,
  authentication: 401,
  permission: 403,
  unknown_url: 404,
  unknown_model: 404,
  no_rule: 400,
  too_large: 413,
  timeout: 408,
  conflict: 409,
  unprocessable: 422,
  rate_limited: 429,
  overloaded: 529,
  server_error: 500,
};

/** Error in the format of its protocol. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly code: WireErrorCode;
  readonly status: number;
  /** Path of the invalid member in the request, such as `messages[1].content`. */
  readonly parameter: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: WireErrorCode,
    message: string,
    details: { parameter?: string; status?: number; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.status = details.status ?? statuses[code];
    this.parameter = details.parameter;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** Returns the error for a status. */
export function toWireError(
  status: number,
  message: string | undefined,
  retryAfterSeconds: number | undefined,
): WireError {
  const fallback: WireErrorCode = status >= 500 ? 'server_error' : 'invalid_request';
  // `unknown_model` takes precedence over `no_rule` and others with the same status.
  const code = status === 404 ? 'unknown_model' : wireErrorCodes.find((one) => statuses[one] === status);
  return new WireError(code ?? fallback, message ?? `The server answered ${status} on purpose.`, {
    status,
    retryAfterSeconds,
  });
}
