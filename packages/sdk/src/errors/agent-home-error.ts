/** Base class of this package's errors, except for `VerificationError` and `ObjectStoreError`. */
export abstract class AgentHomeError extends Error {
  /** Callers branch on this, never on the message. */
  abstract readonly code: string;
}

/** Thrown if the client is used in a way that cannot work. */
export class UsageError extends AgentHomeError {
  override readonly name = 'UsageError';
  readonly code:
    | 'closed'
    | 'feed_in_use'
    | 'insecure_url'
    | 'invalid_fingerprint'
    | 'invalid_root_set'
    | 'invalid_secret_key'
    | 'invalid_url'
    | 'missing_root_set'
    | 'too_few_tokens';

  constructor(code: UsageError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
