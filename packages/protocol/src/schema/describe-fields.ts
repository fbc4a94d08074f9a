/**
 * Descriptions of fields by name. A row `parent/field` is for fields below that parent alone, and `/kind` for the
 * document itself. The longest row that ends a path wins.
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

/** Returns a JSON Schema in which each field has a description, as far as it has a row. */
export function describeFields<Schema>(
  schema: Schema,
  path: string,
  descriptions: FieldDescriptions,
): Schema {
  if (Array.isArray(schema))
    return schema.map((one: unknown) => describeFields(one, path, descriptions)) as Schema;
  if (!isObject(schema)) return schema;
  const described = { ...schema };
  for (const keyword of schemaKeywords)
    if (keyword in described) described[keyword] = describeFields(described[keyword], path, descriptions);
  if (isObject(described.properties)) {
    const fields = Object.entries(described.properties).map(([name, field]) => {
      const at = `${path}/${name}`;
      return [name, withDescription(describeFields(field, at, descriptions), at, descriptions)] as const;
    });
    described.properties = Object.fromEntries(fields);
  }
  return described as Schema;
}

/** Returns a schema, parameter or document with the description of its path. */
export function withDescription<Value>(value: Value, path: string, descriptions: FieldDescriptions): Value {
  const row = findDescriptionRow(path, descriptions);
  return row === undefined ? value : { description: descriptions[row], ...value };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
