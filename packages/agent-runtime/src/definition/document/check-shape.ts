import type { z } from 'zod';
import { DefinitionError } from '../problems/definition-error.ts';
import { nearestName } from '../problems/nearest-name.ts';
import { describePath, type Problem } from '../problems/problem.ts';
import { namesAllowedAt } from './allowed-names.ts';
import type { Path, SourceDocument } from './source-document.ts';

type Issue = z.core.$ZodIssue;

/**
 * Validates a document against a schema and returns it typed, with defaults.
 * @throws DefinitionError with each violation, its position, and the nearest allowed name
 */
export function checkShape<S extends z.ZodType>(schema: S, document: SourceDocument): z.output<S> {
  const result = schema.safeParse(document.value);
  if (result.success) return result.data;
  throw new DefinitionError(result.error.issues.flatMap((issue) => collectProblems(issue, schema, document)));
}

function collectProblems(
  issue: Issue,
  schema: z.ZodType,
  document: SourceDocument,
  above: Path = [],
): Problem[] {
  const path = [...above, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
  const place = describePath(path) || 'the document';
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownField(key, path, schema, document));
    case 'invalid_type':
      return [wrongType(issue.expected, path, document)];
    case 'invalid_value': {
      const written = valueAt(document.value, path);
      if (written === undefined) return [wrongType(listed(issue.values), path, document)];
      const nearest =
        typeof written === 'string' ? nearestName(written, issue.values.map(String)) : undefined;
      const message = `${place} has to be ${listed(issue.values)}`;
      return [document.problem('invalid_value', path, message, { nearest })];
    }
    case 'invalid_union':
      return unionProblems(issue, path, schema, document);
    case 'invalid_key':
      return [
        document.problem('invalid_value', path, `"${path.at(-1)}" is not a valid name here`, { at: 'name' }),
      ];
    default:
      return [document.problem('invalid_value', path, `${place}: ${issue.message}`)];
  }
}

/** Returns the problems of the best-matching union member, which has the fewest. */
function unionProblems(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: Path,
  schema: z.ZodType,
  document: SourceDocument,
): Problem[] {
  const written = valueAt(document.value, path);
  const forms = issue.errors.filter((errors) => !errors.some((error) => isOtherType(error, written)));
  const [best] = forms.toSorted((one, other) => one.length - other.length);
  if (best && best.length > 0) return best.flatMap((error) => collectProblems(error, schema, document, path));
  return [wrongType('another type', path, document)];
}

function isOtherType(error: Issue, written: unknown): boolean {
  return error.code === 'invalid_type' && error.path.length === 0 && written !== undefined;
}

function unknownField(key: string, path: Path, schema: z.ZodType, document: SourceDocument): Problem {
  const allowed = namesAllowedAt(schema, path);
  const options = { nearest: nearestName(key, allowed), at: 'name' as const };
  const place = path.length > 0 ? ` in ${describePath(path)}` : '';
  return document.problem('unknown_field', [...path, key], `unknown field "${key}"${place}`, options);
}

function wrongType(expected: string, path: Path, document: SourceDocument): Problem {
  const name = describePath(path) || 'the document';
  if (valueAt(document.value, path) === undefined)
    return document.problem('missing_field', path, `${name} is missing`);
  return document.problem('wrong_type', path, `${name} has to be ${article(expected)}`);
}

const wordsOfTypes: Record<string, string> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

function article(type: string): string {
  return wordsOfTypes[type] ?? type;
}

function listed(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.length === 1 ? String(texts[0]) : `one of ${texts.join(', ')}`;
}

function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}
