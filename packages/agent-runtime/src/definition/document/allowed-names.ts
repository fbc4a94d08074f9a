import { z } from 'zod';
import type { Path } from './source-document.ts';

/** Returns the names that a schema allows at a path, for comparison with an unknown one. */
export function namesAllowedAt(schema: z.ZodType, path: Path): string[] {
  let candidates = unwrapped(schema);
  for (const step of path) candidates = candidates.flatMap((each) => below(each, step));
  return [
    ...new Set(candidates.flatMap((each) => (each instanceof z.ZodObject ? Object.keys(each.shape) : []))),
  ];
}

function below(schema: z.core.$ZodType, step: string | number): z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) {
    const member: z.core.$ZodType | undefined = schema.shape[step];
    return member ? unwrapped(member) : [];
  }
  if (schema instanceof z.ZodArray) return unwrapped(schema.element);
  if (schema instanceof z.ZodRecord) return unwrapped(schema.valueType);
  return [];
}

/** Returns the schemas inside defaults, refinements and unions. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrapped(schema.unwrap());
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return unwrapped(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrapped);
  return [schema];
}
