import { AgentHomeError, VerificationError } from '@agent-home/sdk';
import { JoiningError } from '../../errors/command-errors.ts';
import { preview } from '../../terminal/untrusted-text.ts';

/** A home may be hostile, and what it says of a refusal steers no terminal. Any error that is not about the home as it is. */
export function explainJoining(error: unknown): unknown {
  if (!(error instanceof AgentHomeError || error instanceof VerificationError)) return error;
  return new JoiningError(preview(error.code, 80), preview(error.message, 900), { cause: error });
}
