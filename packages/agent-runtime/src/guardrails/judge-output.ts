import { JsonError, type JsonObject, type JsonValue, parseStrictJson } from '@agent-home/protocol';
import { wholeCharacters } from '../context/prune-outputs.ts';
import { longestGuardrailError, mostGuardrailErrors } from '../run-log/index.ts';
import { outputErrors } from '../schemas/schema-validator.ts';
import type { Violation } from '../state/output-check.ts';
import type { GuardedSubject, Wording } from '../wording/wording.ts';

/**
 * Returns a short line for each member of an output that violates the schema; empty if it conforms.
 * @param isEarlier for the texts of formats 1 and 2
 */
export function judgeOutput(schema: JsonObject, output: string, isEarlier = false): string[] {
  const read = readOutput(output);
  return 'error' in read ? [read.error] : boundedErrors(outputErrors(schema, read.value, isEarlier));
}

/** Like `judgeOutput`, for a text that need not be JSON: another text is judged as a string. */
export function judgeText(schema: JsonObject, text: string): string[] {
  const read = readOutput(text);
  return boundedErrors(outputErrors(schema, 'value' in read ? read.value : text));
}

/** Truncates errors to the size that a record can hold. */
export function boundedErrors(errors: readonly string[]): string[] {
  return errors.slice(0, mostGuardrailErrors).map((line) => {
    const text = line.toWellFormed();
    if (text.length <= longestGuardrailError) return text;
    return `${wholeCharacters(text.slice(0, longestGuardrailError - 1))}…`;
  });
}

/** Limit in UTF-8 bytes; longer text is not parsed. */
const mostBytes = 512 * 1024;
/** Lower than the general limit, because the record around it is nested too. */
const deepest = 48;

export type ReadOutput = { value: JsonValue } | { error: string };

/** Parses a response as JSON, or returns the reason why it is invalid, without quoting the text. */
export function readOutput(text: string): ReadOutput {
  // A UTF-16 unit is one byte at least.
  const bytes = text.length > mostBytes ? undefined : new TextEncoder().encode(text);
  if (bytes === undefined || bytes.length > mostBytes)
    return { error: `too_large path= expected=at most ${mostBytes} bytes` };
  try {
    return { value: parseStrictJson(bytes, { maxDepth: deepest }) };
  } catch (error) {
    if (error instanceof JsonError) return { error: `no_json path= expected=one JSON value [${error.code}]` };
    throw error;
  }
}

/**
 * Returns the content of an answer that is exactly one Markdown block of JSON, which many models write against their instructions.
 * With a word before, after or next to the marks it is text like any other, because no guardrail would judge that word.
 */
export function withoutFence(text: string): string {
  const inner = /^\s*```(?:json)?[ \t]*\r?\n(.*?)\r?\n[ \t]*```\s*$/is.exec(text)?.[1];
  return inner !== undefined && 'value' in readOutput(inner) ? inner : text;
}

/** Text in the conversation in place of a withheld answer. */
export function withheldAnswer({ guardrail }: Violation, wording: Wording): string {
  return wording.withheldAnswer(JSON.stringify(guardrail.name));
}

/** Placeholder for the arguments until a guardrail has passed them. */
export const withheldArguments = '{"text":"(withheld: no guardrail has passed it)"}';

/** Names the guardrail and the errors field by field, for users and models. */
export function violationText(
  subject: GuardedSubject,
  { guardrail, errors }: Violation,
  wording: Wording,
): string {
  return wording.violation(subject, JSON.stringify(guardrail.name), errors.join('; '));
}
