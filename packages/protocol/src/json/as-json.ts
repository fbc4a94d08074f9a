import type { JsonObject } from './json-value.ts';

/**
 * A value whose type is made of JSON alone, as the JSON it is. TypeScript lets no interface stand for an index of names, so
 * that the types of schemas do not fit `JsonObject` although their values do.
 */
export function asJson(value: object): JsonObject {
  return value as unknown as JsonObject;
}
