export const registryErrorCodes = [
  /** Another text is registered under that version, or was. */
  'version_taken',
  /** A definition without a version of its own cannot be registered. */
  'version_missing',
  'no_such_spec',
  /** Versions exist, but no release, so a version must be named. */
  'no_release',
  /** Stored bytes differ from the registered ones. */
  'registry_damaged',
] as const;
export type RegistryErrorCode = (typeof registryErrorCodes)[number];

/** Raised if the registry refuses a request; the message names a remedy. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly code: RegistryErrorCode;

  constructor(code: RegistryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
