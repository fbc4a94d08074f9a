import type { JsonObject, JsonValue } from '@agent-home/protocol';

/** Limits of a converted schema. References are copied to their places, which would otherwise grow without end. */
const deepest = 12;
const mostNodes = 1_000;

/** Schema of any value: Gemini requires a type. */
const anything: JsonObject = {
  anyOf: [
    ...['string', 'number', 'boolean', 'object'].map((type) => ({ type })),
    { type: 'array', items: { type: 'string' } },
  ],
};

const types: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);
/** Formats by type that Gemini accepts; it refuses a request with another. */
const formats: ReadonlySet<unknown> = new Set(['enum', 'date-time', 'int32', 'int64', 'float', 'double']);

/**
 * Returns a schema that Gemini accepts and that allows at least the same values: references are resolved, and keywords that Gemini
 * does not know are left out. The runtime validates arguments by the original schema.
 */
export function geminiSchema(schema: JsonObject): JsonObject {
  const reduced = new Reduction(schema).reduce(schema, 0);
  return reduced.type === 'object' ? reduced : { type: 'object', properties: {} };
}

class Reduction {
  readonly #root: JsonObject;
  #nodes = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  reduce(value: JsonValue | undefined, depth: number): JsonObject {
    this.#nodes++;
    if (!isObject(value) || depth > deepest || this.#nodes > mostNodes) return anything;
    const described = typeof value.description === 'string' ? { description: value.description } : {};
    const found = this.#resolved(value);
    if (found === undefined) return { ...anything, ...described };
    return { ...this.#converted(found, depth), ...described };
  }

  #converted(schema: JsonObject, depth: number): JsonObject {
    const { alternatives, isNullable: hasNull } = alternativesOf(schema);
    const { all, hasNull: isNullType } = typesOf(schema);
    const nullable = hasNull || isNullType ? { nullable: true } : {};
    const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : undefined;
    if (alternatives.length > 0)
      return { anyOf: alternatives.map((each) => this.reduce(each, depth + 1)), ...nullable };
    const [type, ...others] = all.length === 0 ? guessTypes(schema, values) : all;
    if (type === undefined) return { ...anything, ...nullable };
    if (others.length > 0)
      return { anyOf: [type, ...others].map((each) => this.#ofType(each, schema, depth)), ...nullable };
    return { ...this.#ofType(type, schema, depth), ...enumOf(type, values), ...nullable };
  }

  #ofType(type: string, schema: JsonObject, depth: number): JsonObject {
    const format = formats.has(schema.format) ? { format: schema.format ?? '' } : {};
    if (type === 'array') return { type, items: this.reduce(itemsOf(schema), depth + 1) };
    if (type !== 'object') return { type, ...(type === 'boolean' ? {} : format) };
    const properties = isObject(schema.properties) ? schema.properties : {};
    const entries = Object.entries(properties).map(([name, each]): [string, JsonObject] => [
      name,
      this.reduce(each, depth + 1),
    ]);
    const required = (Array.isArray(schema.required) ? schema.required : []).filter(
      (name): name is string => typeof name === 'string' && Object.hasOwn(properties, name),
    );
    return {
      type,
      properties: Object.fromEntries(entries),
      ...(required.length === 0 ? {} : { required }),
    };
  }

  /** Follows the references of a schema; undefined if one leads nowhere or in a circle. */
  #resolved(schema: JsonObject): JsonObject | undefined {
    let found = schema;
    for (let hops = 0; typeof found.$ref === 'string'; hops++) {
      const target = hops < deepest ? this.#find(found.$ref) : undefined;
      if (target === undefined) return undefined;
      found = target;
    }
    return found;
  }

  #find(reference: string): JsonObject | undefined {
    if (!reference.startsWith('#')) return undefined;
    let value: JsonValue | undefined = this.#root;
    for (const step of reference.split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    }
    return isObject(value) ? value : undefined;
  }
}

function alternativesOf({ anyOf, oneOf, allOf }: JsonObject): {
  alternatives: JsonValue[];
  isNullable: boolean;
} {
  const lists = [anyOf, oneOf].filter((list) => Array.isArray(list));
  // A value fits each schema of `allOf`, so one of them allows at least the same values.
  const all = lists[0] ?? (Array.isArray(allOf) ? allOf.slice(0, 1) : []);
  const alternatives = all.filter((each) => !(isObject(each) && each.type === 'null'));
  return { alternatives, isNullable: alternatives.length < all.length };
}

function typesOf({ type }: JsonObject): { all: string[]; hasNull: boolean } {
  const named = [type ?? []].flat();
  return {
    all: named.filter((each): each is string => types.has(each)),
    hasNull: named.includes('null'),
  };
}

/** Returns the types that keywords and values of a schema without a type imply. */
function guessTypes(schema: JsonObject, values: readonly (JsonValue | undefined)[] | undefined): string[] {
  if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema) return ['object'];
  if ('items' in schema) return ['array'];
  const kinds = new Set((values ?? []).map((value) => typeof value));
  const [kind] = kinds;
  return kinds.size === 1 && (kind === 'string' || kind === 'number' || kind === 'boolean') ? [kind] : [];
}

/** Returns the allowed values if Gemini can express them: it knows texts only. */
function enumOf(type: string, values: readonly (JsonValue | undefined)[] | undefined): JsonObject {
  const texts = (values ?? []).filter((value): value is string => typeof value === 'string' && value !== '');
  return type === 'string' && texts.length > 0 && texts.length === values?.length ? { enum: texts } : {};
}

function itemsOf({ items, prefixItems }: JsonObject): JsonValue | undefined {
  const listed = [items, prefixItems].find((each) => Array.isArray(each));
  if (Array.isArray(listed)) return listed.length === 1 ? listed[0] : undefined;
  return items;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
