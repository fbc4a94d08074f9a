import { canonicalJson, type JsonObject, type JsonValue } from '@agent-home/protocol';
import { wholeCharacters } from '../context/prune-outputs.ts';
import { earlierExpectation } from './earlier-expectation.ts';
import { readSchema } from './read-schema.ts';
import { type JudgeNode, SchemaRun, TooManySteps } from './schema-run.ts';

/** Compiled schemas; a run uses the same object each time. Undefined for a schema that is not understood. */
const known = new WeakMap<JsonObject, JudgeNode | undefined>();

/** The same by text: the runs of a process have mostly the same tools, each parsed from its own log. */
const knownTexts = new Map<string, JudgeNode | undefined>();
const mostTexts = 500;
/** UTF-16 units. Longer schemas are rare, and the cache must stay small. */
const longestText = 20_000;

/** Returns true if a tool's schema can be used. One that refers to itself without end is detected by trying it. */
export function isUsableSchema(schema: JsonObject): boolean {
  const judge = findJudge(schema);
  return judge !== undefined && judged(judge, {}, new SchemaRun()) !== 'unusable';
}

/**
 * Returns the errors of arguments, a short line each: kind, path and expectation (S1-41).
 * @param isEarlier for the texts of formats 1 and 2
 * @returns empty if they conform
 */
export function schemaErrors(schema: JsonObject, value: JsonObject, isEarlier = false): string[] {
  return collectErrors(schema, value, { isEarlier });
}

/**
 * Returns the errors of any value without disclosing it: a line contains member names of the schema only, and `*` for all others.
 */
export function outputErrors(schema: JsonObject, value: JsonValue, isEarlier = false): string[] {
  return collectErrors(schema, value, { names: namesIn(schema), isEarlier });
}

const cheaper = 'fewer members and items, or shorter texts';

function collectErrors(
  schema: JsonObject,
  value: JsonValue,
  { names, isEarlier }: { names?: ReadonlySet<string>; isEarlier: boolean },
): string[] {
  const judge = findJudge(schema);
  const run = new SchemaRun({ ...(names === undefined ? {} : { names }), isEarlier });
  const errors = judge ? judged(judge, value, run) : 'unusable';
  if (errors === 'unusable') return ['unusable_schema path= expected=a valid JSON Schema'];
  if (errors === 'costly')
    return [`too_costly path= expected=${isEarlier ? earlierExpectation('too_costly', cheaper) : cheaper}`];
  return errors.map(shortened);
}

/** Validates a value. One that takes too long is rejected, since the result is unknown. */
function judged(judge: JudgeNode, value: JsonValue, run: SchemaRun): string[] | 'unusable' | 'costly' {
  try {
    return judge(value, undefined, run) ? [] : run.errors;
  } catch (error) {
    return error instanceof TooManySteps ? 'costly' : 'unusable';
  }
}

/** Maximum UTF-16 units of a line, because member names come from a model and may be of any length. */
const longestError = 300;

function shortened(line: string): string {
  return line.length <= longestError ? line : `${wholeCharacters(line.slice(0, longestError))}…`;
}

function findJudge(schema: JsonObject): JudgeNode | undefined {
  if (!known.has(schema)) known.set(schema, understood(schema));
  return known.get(schema);
}

function understood(schema: JsonObject): JudgeNode | undefined {
  try {
    const text = canonicalJson(schema);
    if (text.length > longestText) return readSchema(schema);
    if (!knownTexts.has(text)) {
      if (knownTexts.size >= mostTexts) knownTexts.clear();
      // Read from the text as a replay reads it, where no two members are the same object.
      knownTexts.set(text, readSchema(JSON.parse(text)));
    }
    return knownTexts.get(text);
  } catch {
    return undefined;
  }
}

const collectNames = new WeakMap<JsonObject, ReadonlySet<string>>();

/** Returns every name and text in a schema. They come from its author, not from a model. */
function namesIn(schema: JsonObject): ReadonlySet<string> {
  const before = collectNames.get(schema);
  if (before) return before;
  const names = new Set<string>();
  const look = (value: JsonValue): void => {
    if (typeof value === 'string') names.add(value);
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) for (const name of Object.keys(value)) names.add(name);
    for (const inner of Object.values(value)) look(inner);
  };
  look(schema);
  collectNames.set(schema, names);
  return names;
}
