/** The agent in the file is not the one that the home certified: nothing of it is run. */
export class IdentityNotVerifiedError extends Error {
  override readonly name = 'IdentityNotVerifiedError';
  readonly code = 'identity_not_verified';
}
