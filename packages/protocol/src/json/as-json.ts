import type { JsonObject } from './json-value.ts';

/**
 * Returns a value whose type contains only JSON as `JsonObject`. TypeScript does not assign interfaces to index signatures, so the
 * types of schemas do not fit `JsonObject` although their values do.
 */
export function asJson(value: object): JsonObject {
  return value as unknown as JsonObject;
}
