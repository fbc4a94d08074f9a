/**
 * Reasons why an object must not be trusted, in the order of the checklist. `unsupported_schema_version` means that the reader is
 * too old for a genuine object, `stale` that a genuine one is no longer the newest: neither is forgery. `forked_history`: an
 * accepted input whose author had read another history than this one.
 */
export const verificationCodes = [
  'too_large',
  'malformed_json',
  'not_canonical',
  'wrong_kind',
  'unsupported_schema_version',
  'invalid_schema',
  'wrong_object_key',
  'unknown_key',
  'wrong_key_purpose',
  'key_not_yet_valid',
  'key_expired',
  'key_retired',
  'key_compromised',
  'issued_in_future',
  'bad_signature',
  'rollback',
  'equivocation',
  'stale',
  'untrusted_root',
  'outdated_keys',
  'head_mismatch',
  'broken_chain',
  'forked_history',
  'bad_author_signature',
] as const;
export type VerificationCode = (typeof verificationCodes)[number];

export class VerificationError extends Error {
  override readonly name = 'VerificationError';
  readonly code: VerificationCode;
  readonly objectKey: string;

  constructor(code: VerificationCode, objectKey: string, message: string, options?: ErrorOptions) {
    super(`${objectKey}: ${message}`, options);
    this.code = code;
    this.objectKey = objectKey;
  }
}
