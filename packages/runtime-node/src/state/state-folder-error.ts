export const stateFolderErrorCodes = [
  'state_folder_unsafe',
  'state_folder_unusable',
  'log_key_unusable',
] as const;
export type StateFolderErrorCode = (typeof stateFolderErrorCodes)[number];

/** Thrown for a folder or key below the state home that must not be used. */
export class StateFolderError extends Error {
  override readonly name = 'StateFolderError';
  readonly code: StateFolderErrorCode;

  constructor(code: StateFolderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
