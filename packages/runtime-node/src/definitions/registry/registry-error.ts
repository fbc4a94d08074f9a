export const registryErrorCodes = [
  /** Another text is registered under that version, or was. */
  'version_taken',
  /** A definition without a version of its own cannot be registered. */
  'version_missing',
  'no_such_spec',
  /** There are versions, and none of them is a release: one has to be named. */
  'no_release',
  /** What lies in the registry is not what was registered. */
  'registry_damaged',
] as const;
export type RegistryErrorCode = (typeof registryErrorCodes)[number];

/** The registry cannot do what was asked; the message says the way out. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly code: RegistryErrorCode;

  constructor(code: RegistryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
