import { PlainError } from './plain-error.ts';

/** What a process was told by its environment or on its command line is not usable. */
export class ConfigurationError extends PlainError {
  override readonly name = 'ConfigurationError';
  readonly code = 'invalid_configuration';
}
