/**
 * Maps current expectations to those of formats 1 and 2, by kind of error. Kinds that are not listed have the same text in all
 * formats.
 */
const earlier: Readonly<Record<string, (expected: string) => string>> = {
  maxItems: (text) => text.replace(/^at most/, 'NOT have more than'),
  items: (text) => text.replace(/^at most/, 'NOT have more than'),
  minItems: (text) => text.replace(/^at least/, 'NOT have fewer than'),
  uniqueItems: () => 'NOT have duplicate items',
  contains: (text) => `contain at least ${/\d+/.exec(text)?.[0] ?? ''} valid item(s)`,
  not: () => 'NOT be valid',
  anyOf: () => 'match a schema in anyOf',
  oneOf: () => 'match exactly one schema in oneOf',
  if: (text) => `match "${text.endsWith('then') ? 'then' : 'else'}" schema`,
  maxProperties: (text) => text.replace(/^at most (.*) members$/, 'NOT have more than $1 properties'),
  minProperties: (text) => text.replace(/^at least (.*) members$/, 'NOT have fewer than $1 properties'),
  propertyNames: () => 'a name that is allowed',
  missing_required: (text) => text.replace(/^present, because (.*) is present$/s, 'present beside $1'),
  maxLength: (text) => text.replace(/^at most/, 'NOT have more than'),
  minLength: (text) => text.replace(/^at least/, 'NOT have fewer than'),
  pattern: (text) => text.replace(/^a text that matches the pattern/, 'match pattern'),
  format: (text) => text.replace(/^a value in the format/, 'match format'),
  enum: () => 'equal to one of the allowed values',
  const: () => 'equal to constant',
  too_costly: () => 'less, or shorter texts',
};

/** Returns the expectation as logs of formats 1 and 2 have it: they replay byte by byte. */
export function earlierExpectation(kind: string, expected: string): string {
  return earlier[kind]?.(expected) ?? expected;
}
