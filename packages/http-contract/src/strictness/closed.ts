import { z } from 'zod';
import { rebuild } from './rebuild.ts';

/**
 * Returns the schema without further members: an unknown member is a fault of the responding server. Parts that
 * the contract leaves open (`z.looseObject`) stay open.
 */
export function closed(schema: z.ZodType): z.ZodType {
  return rebuild(schema, {
    object: (shape, before) => (before.def.catchall ? z.looseObject(shape) : z.strictObject(shape)),
    array: (item) => z.array(item),
    absent: (inner, before) => (before instanceof z.ZodNullable ? inner.nullable() : inner.optional()),
    word: (before) => before,
  });
}
