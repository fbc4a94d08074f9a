/**
 * Descriptions of fields by name. A row `parent/field` is only for fields below that parent, and `/kind` is for the document
 * itself. The longest row that ends a path wins.
 */
export type FieldDescriptions = Readonly<Record<string, string>>;

/** Keywords of JSON Schema whose values are schemas, or lists of them. */
const schemaKeywords = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

/** Returns the row for a path such as `/agent_card/cert/version`. */
export function findDescriptionRow(path: string, descriptions: FieldDescriptions): string | undefined {
  const names = path.split('/');
  return names
    .map((_, index) => names.slice(index).join('/'))
    .find((row) => Object.hasOwn(descriptions, row));
}

/** Returns a JSON Schema in which each field with a row has a description. */
export function describeFields<Schema extends object>(
  schema: Schema,
  path: string,
  descriptions: FieldDescriptions,
): Schema {
  return describe(schema, path, descriptions) as Schema;
}

function describe(schema: unknown, path: string, descriptions: FieldDescriptions): unknown {
  if (Array.isArray(schema)) return schema.map((one) => describe(one, path, descriptions));
  if (!isObject(schema)) return schema;
  const parts = schemaKeywords
    .filter((keyword) => keyword in schema)
    .map((keyword) => [keyword, describe(schema[keyword], path, descriptions)]);
  const described = { ...schema, ...Object.fromEntries(parts) };
  return isObject(schema.properties)
    ? { ...described, properties: describeProperties(schema.properties, path, descriptions) }
    : described;
}

function describeProperties(properties: object, path: string, descriptions: FieldDescriptions): object {
  const fields = Object.entries(properties).map(([name, field]) => {
    const at = `${path}/${name}`;
    return [name, withDescription(describe(field, at, descriptions) as object, at, descriptions)];
  });
  return Object.fromEntries(fields);
}

/** Returns a schema, parameter or document with the description of its path. */
export function withDescription<Value extends object>(
  value: Value,
  path: string,
  descriptions: FieldDescriptions,
): Value {
  const row = findDescriptionRow(path, descriptions);
  return row === undefined ? value : { description: descriptions[row], ...value };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
