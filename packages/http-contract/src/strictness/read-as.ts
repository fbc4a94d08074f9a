import type { z } from 'zod';

const readings = new WeakMap<z.ZodType, z.ZodType>();

declare const reading: unique symbol;

/** Schema of written values that has another schema for readers. */
export interface ReadAs<Reading extends z.ZodType> {
  readonly [reading]: Reading;
}

/**
 * Defines the one exception to `lenient`: the API writes by `written` (and so does the OpenAPI document), agents read by `read`.
 * The latter is stricter where an agent must not accept an invalid form, and wider where homes of other versions differ.
 */
export function readAs<Written extends z.ZodType, Reading extends z.ZodType>(
  written: Written,
  read: Reading,
): Written & ReadAs<Reading> {
  readings.set(written, read);
  // The mark exists for the compiler only; the schema object is not changed.
  return written as Written & ReadAs<Reading>;
}

/** Returns the schema for readers; undefined if `lenient` alone decides. */
export function findReading(written: z.ZodType): z.ZodType | undefined {
  return readings.get(written);
}
