export type TracingErrorCode = 'tracing_not_configured' | 'export_failed';

/** Why spans do not leave this machine, in words of ours: a collector's own may hold what was sent to it. */
export class TracingError extends Error {
  override readonly name = 'TracingError';
  readonly code: TracingErrorCode;

  constructor(code: TracingErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
