import { z } from 'zod';
import { rebuild } from './rebuild.ts';

/**
 * The same answers and not a field more: a field that the contract does not know is a fault of whoever answers. What
 * the contract itself leaves open (`z.looseObject`) stays open.
 */
export function closed(schema: z.ZodType): z.ZodType {
  return rebuild(schema, {
    object: (shape, before) => (before.def.catchall ? z.looseObject(shape) : z.strictObject(shape)),
    array: (item) => z.array(item),
    absent: (inner, before) => (before instanceof z.ZodNullable ? inner.nullable() : inner.optional()),
    word: (before) => before,
  });
}
