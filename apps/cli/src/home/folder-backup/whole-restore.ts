import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { shownText } from '@agent-home/protocol';
import { FolderBackupError } from '../../errors/command-errors.ts';
import { unfinishedRestore } from './folder-backup-format.ts';

/** @throws FolderBackupError `restore_unfinished` for a folder whose restore was killed, because parts of the home are missing */
export function requireWholeRestore(folder: string): void {
  if (lstatSync(join(folder, unfinishedRestore), { throwIfNoEntry: false }) === undefined) return;
  throw new FolderBackupError(
    'restore_unfinished',
    `a restore into ${shownText(folder)} is incomplete: repeat it (agent-home restore FILE --into ${shownText(folder)}), or use another folder`,
  );
}
