/** Reason why a policy document was rejected. A rejected document grants nothing. */
export type PolicyErrorCode =
  | 'malformed_json'
  | 'malformed_policy'
  | 'unsupported_version'
  | 'unknown_field'
  | 'unknown_operator'
  | 'unsupported_variable'
  | 'invalid_action'
  | 'invalid_resource'
  | 'invalid_condition_key'
  | 'invalid_condition_value';

/** A policy document that cannot be read with certainty. Messages name the place, never a secret. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  readonly code: PolicyErrorCode;

  constructor(code: PolicyErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
