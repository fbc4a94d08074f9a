/** Reasons why a home's keys were not changed. `no_root_keys`: they are kept on another machine, as they should be. */
type KeysErrorCode =
  | 'insecure_permissions'
  | 'no_root_keys'
  | 'not_its_root_keys'
  | 'too_many_keys'
  | 'unreadable_keys';

export class KeysError extends Error {
  override readonly name = 'KeysError';
  readonly code: KeysErrorCode;

  constructor(code: KeysErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
