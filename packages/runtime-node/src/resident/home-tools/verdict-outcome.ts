import { failedOutcome, type ToolOutcome } from '@agent-home/agent-runtime';
import type { Judged } from '@agent-home/sdk';

/** Converts the platform's verdict on a message or request for the model. */
export function verdictOutcome({ outcome, sequence, reason, explanation, objectKey }: Judged): ToolOutcome {
  const metadata = { outcome, sequence, object_key: objectKey, ...(reason === undefined ? {} : { reason }) };
  if (outcome === 'accepted')
    return { status: 'ok', content: [{ type: 'text', text: `Accepted as entry ${sequence}.` }], metadata };
  const why = explanation ?? reason ?? outcome;
  return { ...failedOutcome(reason ?? outcome, `The platform did not accept the message: ${why}`), metadata };
}

/** Converts an error of the SDK by its code. */
export function failureOutcome(error: unknown): ToolOutcome {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'home_failed';
  const message =
    error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'the home could not be reached';
  return failedOutcome(code.slice(0, 60), message.slice(0, 500));
}
