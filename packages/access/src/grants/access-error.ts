/** Codes of `AccessError`. */
export type AccessErrorCode =
  /** A key or prefix that could mean more than itself in a policy. */
  | 'unsafe_key'
  | 'invalid_bucket'
  /** One permission alone exceeds what the token service takes. */
  | 'permission_too_long'
  /** A ticket for a key that is not the agent's own in that container. */
  | 'key_outside_grant'
  /** The caller did not say what the decision needs. */
  | 'missing_facts';

/** Mistake of the calling code. A refused permission of an agent is a denial instead. */
export class AccessError extends Error {
  override readonly name = 'AccessError';
  readonly code: AccessErrorCode;

  constructor(code: AccessErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
