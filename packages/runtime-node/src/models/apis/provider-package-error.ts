/** A package of the settings that is missing, or that has no language model of the supported interface. */
export class ProviderPackageError extends Error {
  override readonly name = 'ProviderPackageError';
}
