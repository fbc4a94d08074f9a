/** Reasons why a backup could not be created or restored. */
export type BackupErrorCode =
  | 'not_a_backup'
  | 'damaged'
  | 'newer_schema'
  | 'database_not_empty'
  | 'restore_unfinished'
  | 'nothing_to_back_up';

export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
