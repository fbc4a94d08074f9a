import type { z } from 'zod';
import { WireError } from './wire-error.ts';

/**
 * Parses a body.
 * @throws WireError that names the missing or invalid member
 */
export function readWith<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const parameter = getName(issue?.path ?? []);
  if (issue?.code === 'invalid_type' && issue.path.length > 0 && isMissing(body, issue.path))
    throw new WireError('missing_parameter', `Missing required parameter: '${parameter}'.`, { parameter });
  throw new WireError('invalid_request', `Invalid value for '${parameter}': ${issue?.message}.`, {
    parameter,
  });
}

function getName(path: PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}

function isMissing(body: unknown, path: PropertyKey[]): boolean {
  let value = body;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return true;
    value = Reflect.get(value, step);
  }
  return value === undefined;
}
