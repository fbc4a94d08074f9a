import { PlainError } from './plain-error.ts';

/** Nothing runs where a command looked for a home. */
export class NoHomeError extends PlainError {
  override readonly name = 'NoHomeError';
  readonly code = 'no_home_here';
}

/** A data folder that this installation did not make: its secrets and keys may be somebody else’s. */
export class UnknownDataFolderError extends PlainError {
  override readonly name = 'UnknownDataFolderError';
  readonly code = 'data_folder_unknown';

  constructor(folder: string, problem: string) {
    super(
      `the data folder ${folder} ${problem}: its secrets and keys could be known to others; if it is your own older home, run agent-home up --adopt there once, else choose another by AGENT_HOME_DATA`,
    );
  }
}

/** The file a person trusts a home by cannot be used. */
export class PinnedRootError extends PlainError {
  override readonly name = 'PinnedRootError';
  readonly code = 'no_root_set';
}
