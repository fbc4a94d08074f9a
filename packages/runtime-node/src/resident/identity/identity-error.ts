/** Thrown if the agent in the file is not the one that the home certified; it never runs. */
export class IdentityNotVerifiedError extends Error {
  override readonly name = 'IdentityNotVerifiedError';
  readonly code = 'identity_not_verified';
}
