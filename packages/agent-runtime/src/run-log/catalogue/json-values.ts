import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { z } from 'zod';

// Faster than Zod's own JSON schema, which tries each type at every level and would dominate the cost of a record.
export const jsonValueSchema = z.custom<JsonValue>(isJson, 'expected JSON');
export const jsonObjectSchema = z.custom<JsonObject>(
  (value) => typeof value === 'object' && !Array.isArray(value) && value !== null && isJson(value),
  'expected a JSON object',
);

/** Returns true for a JSON value. The caller limits its depth to that of canonical JSON. */
function isJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || (Array.isArray(value) ? value : Object.values(value)).every(isJson);
    default:
      return false;
  }
}
