/** Nothing runs where a command looked for a home. */
export class NoHomeError extends Error {
  override readonly name = 'NoHomeError';
  readonly code = 'no_home_here';
}

/** The file a person trusts a home by cannot be used. */
export class PinnedRootError extends Error {
  override readonly name = 'PinnedRootError';
  readonly code = 'no_root_set';
}
