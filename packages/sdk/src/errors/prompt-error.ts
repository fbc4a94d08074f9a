import { AgentHomeError } from './agent-home-error.ts';

type PromptErrorCode = 'unknown_scenario' | 'unknown_preset' | 'missing_parameter';

/** Thrown if a prompt cannot be built from the bundle. */
export class PromptError extends AgentHomeError {
  override readonly name = 'PromptError';
  readonly code: PromptErrorCode;

  constructor(code: PromptErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
