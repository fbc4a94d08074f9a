import type { JsonObject } from '@agent-home/protocol';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { compilePattern, type Pattern, PatternError } from '../policy/index.ts';
import { getCount, InvalidSchema, member } from './invalid-schema.ts';
import type { Check, SchemaRun } from './schema-run.ts';

/** Text keywords of JSON Schema. */
export function textChecks(schema: JsonObject): Check[] {
  return [...lengthChecks(schema), ...patternCheck(schema), ...formatCheck(schema)];
}

function lengthChecks(schema: JsonObject): Check[] {
  const least = getCount(schema, 'minLength');
  const most = getCount(schema, 'maxLength');
  if (least === undefined && most === undefined) return [];
  return [
    (value, at, run) => {
      if (typeof value !== 'string') return true;
      run.spend(value.length >> 3);
      const length = run.countCharacters(value);
      if (most !== undefined && length > most)
        return run.wrong('maxLength', at, `at most ${most} characters`);
      if (least !== undefined && length < least)
        return run.wrong('minLength', at, `at least ${least} characters`);
      return true;
    },
  ];
}

/**
 * Compiles a pattern that matches in linear time; each match counts towards the step limit.
 * @throws InvalidSchema
 */
export function meteredPattern(source: string): (text: string, run: SchemaRun) => boolean {
  const pattern = toPattern(source);
  return (text, run) => {
    run.spend(8 + ((text.length * pattern.size) >> 2));
    return pattern.matches(text);
  };
}

function toPattern(source: string): Pattern {
  try {
    return compilePattern(source);
  } catch (error) {
    throw error instanceof PatternError ? new InvalidSchema(error.message) : error;
  }
}

function patternCheck(schema: JsonObject): Check[] {
  const source = member(schema, 'pattern');
  if (source === undefined) return [];
  if (typeof source !== 'string') throw new InvalidSchema('pattern is not a string');
  const matches = meteredPattern(source);
  return [
    (value, at, run) =>
      typeof value !== 'string' ||
      matches(value, run) ||
      run.wrong('pattern', at, `a text that matches the pattern "${source}"`),
  ];
}

/** Maximum length of a text that is checked for a format: the expressions backtrack, some in quadratic time. */
const longestFormatted = 1_024;
/** Formats without a limit of length. */
const unbounded = new Set(['binary', 'password']);
const formats: Readonly<Record<string, unknown>> = fullFormats;

function formatCheck(schema: JsonObject): Check[] {
  const name = member(schema, 'format');
  if (name === undefined) return [];
  if (typeof name !== 'string') throw new InvalidSchema('format is not a string');
  const judge = findJudge(Object.hasOwn(formats, name) && !unbounded.has(name) ? formats[name] : true);
  if (!judge) return [];
  return [
    (value, at, run) => {
      if (typeof value !== judge.type) return true;
      if (typeof value === 'string') run.spend(8 + 4 * Math.min(value.length, longestFormatted));
      const isShort = typeof value !== 'string' || name === 'byte' || value.length <= longestFormatted;
      if (name === 'byte') run.spend(String(value).length >> 3);
      return (isShort && judge.fits(value)) || run.wrong('format', at, `a value in the format "${name}"`);
    },
  ];
}

interface FormatJudge {
  type: 'string' | 'number';
  fits(value: unknown): boolean;
}

/** Undefined where everything fits. */
function findJudge(format: unknown): FormatJudge | undefined {
  if (format instanceof RegExp)
    return {
      type: 'string',
      fits: (value) => {
        format.lastIndex = 0;
        return format.test(String(value));
      },
    };
  if (typeof format === 'function') return { type: 'string', fits: (value) => format(value) === true };
  if (typeof format !== 'object' || format === null || !('validate' in format)) return undefined;
  const inner = findJudge(format.validate);
  const type = 'type' in format && format.type === 'number' ? 'number' : 'string';
  return inner && { ...inner, type };
}
