import type { PolicyDialect } from './policy-document.ts';
import { PolicyError } from './policy-error.ts';

export const POLICY_FIELDS: Record<PolicyDialect, string[]> = {
  oss: ['Version', 'Statement'],
  s3: ['Version', 'Statement', 'ID'],
};
export const STATEMENT_FIELDS = ['Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition'];

export type JsonObject = Record<string, unknown>;

export function asObject(value: unknown, place: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PolicyError('malformed_policy', `${place} must be an object`);
  }
  return Object.fromEntries(Object.entries(value));
}

/** Refuses unknown fields, since one of them could be a restriction. */
export function refuseUnknownFields(object: JsonObject, known: string[], place: string): void {
  const unknown = Object.keys(object).find((field) => !known.includes(field));
  if (unknown !== undefined) throw new PolicyError('unknown_field', `${place} has an unknown field`);
}

export function asStrings(value: unknown, place: string): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (values.length === 0) throw new PolicyError('malformed_policy', `${place} must not be empty`);
  return values.map((item) => {
    if (typeof item !== 'string') throw new PolicyError('malformed_policy', `${place} must hold strings`);
    if (item.includes('${')) throw new PolicyError('unsupported_variable', `${place} holds a variable`);
    return item;
  });
}
