import type { JsonObject } from '@agent-home/protocol';
import { longestGuardrailError, mostGuardrailErrors } from '@agent-home/run-log';
import { wholeCharacters } from '../context/prune-outputs.ts';
import { outputErrors } from '../schemas/schema-validator.ts';
import { readOutput } from './read-output.ts';

/** What is wrong with an output by a schema, a short line for each field; empty where it fits. */
export function judgeOutput(schema: JsonObject, output: string): string[] {
  const read = readOutput(output);
  return 'error' in read ? [read.error] : boundedErrors(outputErrors(schema, read.value));
}

/** As a record can hold them, whoever wrote them. */
export function boundedErrors(errors: readonly string[]): string[] {
  return errors.slice(0, mostGuardrailErrors).map((line) => {
    const text = line.toWellFormed();
    if (text.length <= longestGuardrailError) return text;
    return `${wholeCharacters(text.slice(0, longestGuardrailError - 1))}…`;
  });
}
