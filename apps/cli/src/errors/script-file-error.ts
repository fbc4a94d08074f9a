import { PlainError } from './plain-error.ts';

/** A script of the model emulator is not one, or is not there. The message says where. */
export class ScriptFileError extends PlainError {
  override readonly name = 'ScriptFileError';
  readonly code = 'invalid_script';
}
