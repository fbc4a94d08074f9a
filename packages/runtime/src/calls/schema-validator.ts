import type { JsonObject } from '@agent-home/protocol';
import { wholeCharacters } from '../context/prune-outputs.ts';
import { readSchema } from '../schemas/read-schema.ts';
import { type JudgeNode, SchemaRun, TooManySteps } from '../schemas/schema-run.ts';

/** A run asks with the same object each time. Undefined where it cannot be understood. */
const known = new WeakMap<JsonObject, JudgeNode | undefined>();

/** Whether a tool's schema can be used at all: one that refers to itself without end is found when it is tried. */
export function isUsableSchema(schema: JsonObject): boolean {
  const judge = judgeOf(schema);
  return judge !== undefined && judged(judge, {}) !== 'unusable';
}

/**
 * What is wrong with arguments, a short line each: kind, path and what was expected (S1-41).
 * @returns empty where they fit
 */
export function schemaErrors(schema: JsonObject, value: JsonObject): string[] {
  const judge = judgeOf(schema);
  const errors = judge ? judged(judge, value) : 'unusable';
  if (errors === 'unusable') return ['unusable_schema path= expected=a valid JSON Schema'];
  if (errors === 'costly') return ['too_costly path= expected=less, or shorter texts'];
  return errors.map(shortened);
}

/** A value that takes too long to judge is not taken: nobody knows whether it fits. */
function judged(judge: JudgeNode, value: JsonObject): string[] | 'unusable' | 'costly' {
  const run = new SchemaRun();
  try {
    return judge(value, undefined, run) ? [] : run.errors;
  } catch (error) {
    return error instanceof TooManySteps ? 'costly' : 'unusable';
  }
}

/** UTF-16 units of a line: names of members come from a model, and may be as long as it likes. */
const longestError = 300;

function shortened(line: string): string {
  return line.length <= longestError ? line : `${wholeCharacters(line.slice(0, longestError))}…`;
}

function judgeOf(schema: JsonObject): JudgeNode | undefined {
  if (!known.has(schema)) known.set(schema, understood(schema));
  return known.get(schema);
}

function understood(schema: JsonObject): JudgeNode | undefined {
  try {
    return readSchema(schema);
  } catch {
    return undefined;
  }
}
