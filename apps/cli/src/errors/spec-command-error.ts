import type { RegistryErrorCode } from '@agent-home/runtime-node/definitions';
import { PlainError } from './plain-error.ts';

/** What was asked of the registry cannot be done as it was written: exit code 2. */
export class SpecCommandError extends PlainError {
  override readonly name = 'SpecCommandError';
  readonly code: RegistryErrorCode | 'unknown_kind';
  override readonly exitCode = 2;

  constructor(code: SpecCommandError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
