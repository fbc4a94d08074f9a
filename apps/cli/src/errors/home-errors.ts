import { PlainError } from './plain-error.ts';

/** Nothing runs where a command looked for a home. */
export class NoHomeError extends PlainError {
  override readonly name = 'NoHomeError';
  readonly code = 'no_home_here';
}

/** The file a person trusts a home by cannot be used. */
export class PinnedRootError extends PlainError {
  override readonly name = 'PinnedRootError';
  readonly code = 'no_root_set';
}
