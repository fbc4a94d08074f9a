import { JsonError } from './json-error.ts';
import type { JsonObject } from './json-value.ts';
import { parseStrictJson } from './parse-strict-json.ts';

/** Returns the JSON object that a text contains; `undefined` for any other text. */
export function jsonObjectIn(text: string): JsonObject | undefined {
  try {
    const value = parseStrictJson(new TextEncoder().encode(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
