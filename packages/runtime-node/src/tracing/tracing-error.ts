export type TracingErrorCode = 'tracing_not_configured' | 'export_failed';

/** Thrown if spans cannot be exported. Messages are in our own words, because a collector's response may quote what was sent. */
export class TracingError extends Error {
  override readonly name = 'TracingError';
  readonly code: TracingErrorCode;

  constructor(code: TracingErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
