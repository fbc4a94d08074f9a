import type { GuardrailChecked, RecordData } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { faint, mark } from '../../terminal/colours.ts';
import { preview } from '../../terminal/untrusted-text.ts';

/** Describes the findings of a guardrail, field by field (S3-99). */
export function describeCheck({
  name,
  passed,
  policy,
  errors = [],
  attempt,
  on,
  tool_call_id,
}: GuardrailChecked): string[] {
  const what =
    on === 'input'
      ? 'the message'
      : on === 'tool_result'
        ? 'the result of a call'
        : tool_call_id !== undefined
          ? 'a line'
          : attempt === 1
            ? 'the answer'
            : 'the repaired answer';
  const found = passed ? 'passes' : 'does not pass';
  return [
    `    ${mark(passed ? '✔' : '✘')} ${what} ${found} the guardrail ${shownText(name)} ${faint(`(${policy})`)}`,
    ...errors.map((error) => `      ${preview(error)}`),
  ];
}

export function describeAskedRepair({ purpose, provider, model }: RecordData<'model.requested'>): string[] {
  if (purpose !== 'repair_output') return [];
  return [`    ${mark('○')} a repair is requested from ${shownText(provider)}/${shownText(model)}`];
}
