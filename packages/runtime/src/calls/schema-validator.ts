import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { RE2JS } from 're2js';
import { wholeCharacters } from '../context/prune-outputs.ts';

/** Regular expressions of schemas come from servers and files: linear ones alone, or one of them stops the program. */
function linearRegExp(pattern: string): { test(text: string): boolean; toString(): string } {
  const expression = RE2JS.compile(pattern);
  return {
    test: (text) => expression.matcher(text).find(),
    // Ajv keeps expressions under this text: two of one text would be one.
    toString: () => pattern,
  };
}
linearRegExp.code = 'linearRegExp';

const options = { strict: false, allErrors: true, code: { regExp: linearRegExp }, logger: false } as const;
// A new instance costs tens of milliseconds: one for each dialect that tools speak.
const draft7 = formats.default(new Ajv(options));
const draft2020 = formats.default(new Ajv2020(options));

/** Found without writing it again: a run asks with the same object each time. */
const latest = new WeakMap<JsonObject, ValidateFunction | undefined>();
const compiled = new Map<string, ValidateFunction | undefined>();
/** Schemas of tools that come and go must not fill the memory. */
const mostCompiled = 2_000;

/** Whether a tool's schema can be used at all: one that refers to itself without end is found when it is tried. */
export function isUsableSchema(schema: JsonObject): boolean {
  const validate = validatorOf(schema);
  return validate !== undefined && judge(validate, {}) !== undefined;
}

/**
 * What is wrong with arguments, a short line each: kind, path and what was expected (S1-41).
 * @returns empty where they fit
 */
export function schemaErrors(schema: JsonObject, value: JsonObject): string[] {
  const validate = validatorOf(schema);
  const errors = validate && judge(validate, value);
  if (!errors) return ['unusable_schema path= expected=a valid JSON Schema'];
  return errors.slice(0, mostErrors).map((error) => shortened(summaryOf(error)));
}

/** @returns undefined where the schema goes round in circles */
function judge(validate: ValidateFunction, value: JsonObject): ErrorObject[] | undefined {
  try {
    return validate(value) ? [] : (validate.errors ?? []);
  } catch {
    return undefined;
  }
}

const mostErrors = 5;
/** UTF-16 units of a line: names of members come from a model, and may be as long as it likes. */
const longestError = 300;

function shortened(line: string): string {
  return line.length <= longestError ? line : `${wholeCharacters(line.slice(0, longestError))}…`;
}

function summaryOf({ keyword, instancePath, params, message }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const below = (name: unknown) => (path === '' ? String(name) : `${path}.${String(name)}`);
  if (keyword === 'required')
    return `missing_required path=${below(params.missingProperty)} expected=present`;
  if (keyword === 'additionalProperties')
    return `unknown_member path=${below(params.additionalProperty)} expected=absent`;
  return `${keyword} path=${path} expected=${(message ?? '').replace(/^must (be )?/, '')}`;
}

function validatorOf(schema: JsonObject): ValidateFunction | undefined {
  if (latest.has(schema)) return latest.get(schema);
  const text = canonicalJson(schema);
  if (!compiled.has(text)) {
    if (compiled.size >= mostCompiled) compiled.clear();
    compiled.set(text, compile(schema));
  }
  const validator = compiled.get(text);
  latest.set(schema, validator);
  return validator;
}

function compile(schema: JsonObject): ValidateFunction | undefined {
  const isOld = typeof schema.$schema === 'string' && /draft-0[4-7]/.test(schema.$schema);
  try {
    // An id would be remembered for good, and a second tool that has the same refused.
    const { $id: _, id: __, $schema: ___, ...rest } = schema;
    return (isOld ? draft7 : draft2020).compile(rest as AnySchema);
  } catch {
    return undefined;
  }
}
