import { PlainError } from './plain-error.ts';

/** The backup of a data folder could not be made or restored. */
export class FolderBackupError extends PlainError {
  override readonly name = 'FolderBackupError';
  readonly code:
    | 'not_a_backup'
    | 'damaged_backup'
    | 'folder_not_empty'
    | 'home_too_busy'
    | 'no_database_named'
    | 'restore_unfinished';

  constructor(code: FolderBackupError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
