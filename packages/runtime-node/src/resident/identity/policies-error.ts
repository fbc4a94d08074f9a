export const policiesErrorCodes = [
  'policy_bundle_missing',
  'policy_bundle_not_verified',
  'policy_bundle_not_understood',
] as const;
export type PoliciesErrorCode = (typeof policiesErrorCodes)[number];

/** Thrown if the certified policies of a resident cannot be applied; then it does not run. */
export class PoliciesError extends Error {
  override readonly name = 'PoliciesError';
  readonly code: PoliciesErrorCode;

  constructor(code: PoliciesErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
