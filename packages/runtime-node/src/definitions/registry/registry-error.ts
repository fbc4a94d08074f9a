export const registryErrorCodes = [
  /** Another text is or was registered under that version. */
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

/** Thrown if the registry rejects a request; the message names a remedy. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly code: RegistryErrorCode;

  constructor(code: RegistryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
