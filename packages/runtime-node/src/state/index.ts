/** Folders of this machine’s state, without any code that runs agents. */

export { logKey } from './log-key.ts';
export { isOwnFile, recordOwnFile } from './own-files.ts';
export { isOwned } from './own-folder.ts';
export { type StatePlaces, stateFolder, stateHome } from './state-folder.ts';
export { StateFolderError, type StateFolderErrorCode, stateFolderErrorCodes } from './state-folder-error.ts';
