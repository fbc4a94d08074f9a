import type { JsonObject, JsonValue } from '@agent-home/protocol';

/** Thrown for a tool's schema that is not understood; the tool is left out. */
export class InvalidSchema extends Error {
  override readonly name = 'InvalidSchema';
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns own members only, because a schema may have a member called `constructor`. */
export function member(schema: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}

/** @throws InvalidSchema */
export function toNumber(schema: JsonObject, name: string): number | undefined {
  const value = member(schema, name);
  if (value === undefined || typeof value === 'number') return value;
  throw new InvalidSchema(`${name} is no number`);
}

/** @throws InvalidSchema */
export function getCount(schema: JsonObject, name: string): number | undefined {
  const value = toNumber(schema, name);
  if (value === undefined || (Number.isInteger(value) && value >= 0)) return value;
  throw new InvalidSchema(`${name} is no count`);
}

/** @throws InvalidSchema */
export function collectNames(value: JsonValue | undefined, what: string): string[] {
  if (value === undefined) return [];
  const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  if (!Array.isArray(value) || names.length < value.length) throw new InvalidSchema(`${what} are no names`);
  return [...new Set(names)];
}

/** @throws InvalidSchema */
export function getObject(schema: JsonObject, name: string): JsonObject {
  const value = member(schema, name);
  if (value === undefined) return {};
  if (!isObject(value)) throw new InvalidSchema(`${name} is no object`);
  return value;
}
