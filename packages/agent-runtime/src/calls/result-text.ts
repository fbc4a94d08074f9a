import type { CallOutcome } from '../run-log/index.ts';

/** Renders an outcome for the model. An error begins with its code, so that the model can branch on it. */
export function resultText({ status, content, error }: CallOutcome): string {
  const text = content.map((part) => part.text).join('\n');
  if (status === 'ok') return text;
  const reason = error ? `Error [${error.code}]: ${error.message}` : 'Error';
  return text === '' ? reason : `${reason}\n${text}`;
}

/** A refusal as an outcome. */
export function failedOutcome(code: string, message: string): CallOutcome {
  return { status: 'error', content: [], error: { code, message }, metadata: {} };
}
