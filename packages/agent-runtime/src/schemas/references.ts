import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { InvalidSchema, isObject, member } from './invalid-schema.ts';

/** Subschemas with an anchor. A duplicate anchor resolves to none. */
export type Anchors = ReadonlyMap<string, JsonValue | undefined>;

/** @throws InvalidSchema */
export function collectAnchors(root: JsonObject, mostValues: number): Anchors {
  const anchors = new Map<string, JsonValue | undefined>();
  let values = 0;
  const look = (value: JsonValue): void => {
    values += 1;
    if (values > mostValues) throw new InvalidSchema('the schema is too large');
    if (typeof value !== 'object' || value === null) return;
    if (isObject(value))
      for (const keyword of ['$anchor', '$dynamicAnchor']) {
        const name = member(value, keyword);
        if (typeof name === 'string') anchors.set(name, anchors.has(name) ? undefined : value);
      }
    for (const inner of Object.values(value)) look(inner);
  };
  look(root);
  return anchors;
}

/**
 * Resolves a reference within the schema: other documents are never fetched, and other base URIs are rejected.
 * @throws InvalidSchema
 */
export function resolveReference(root: JsonObject, anchors: Anchors, reference: string): JsonValue {
  if (reference === '#') return root;
  if (!reference.startsWith('#')) throw new InvalidSchema('a reference leads out of the schema');
  const target = reference.startsWith('#/') ? pointed(root, reference) : anchors.get(reference.slice(1));
  if (target === undefined) throw new InvalidSchema('a reference leads nowhere');
  return target;
}

function pointed(root: JsonObject, reference: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const part of decoded(reference).slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    // References below another base URI would resolve differently.
    if (isObject(value) && value !== root && typeof member(value, '$id') === 'string')
      throw new InvalidSchema('a reference leads into another base');
    value = (value as JsonObject)[name];
  }
  return value;
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    throw new InvalidSchema('a reference cannot be read');
  }
}
